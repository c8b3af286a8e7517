/** Bundles the program to dist/planwright.js (or another folder); what is loaded when needed stands beside it. */
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const packages = dirname(here);
const out = resolve(process.argv[2] ?? join(here, 'dist'));
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const chunks = 'planwright-chunks';

/** The commands people wait for while they look at runs: in one file that holds all it uses, since opening is what takes time. */
const looking = ['show', 'list', 'report'];
const lookingFile = `${chunks}/looking.js`;

/**
 * From source every command is a file of its own. Here they are two: what many share is otherwise cut into dozens of small
 * chunks, and each takes half a millisecond to open.
 */
const groupCommands = {
  name: 'group-commands',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /\/commands\/[a-z]+\.js$/ }, ({ path, kind }) => {
      if (kind !== 'dynamic-import') return undefined;
      if (looking.includes(basename(path, '.js'))) return { path: `./${lookingFile}`, external: true };
      return { path: 'acting', namespace: 'commands' };
    });
    onLoad({ filter: /^acting$/, namespace: 'commands' }, () => ({
      contents: allOf(commandNames().filter((name) => !looking.includes(name))),
      resolveDir: here,
    }));
  },
};

function allOf(names) {
  return names.map((name) => `export * from './src/commands/${name}.js';`).join('\n');
}

function commandNames() {
  return readdirSync(join(here, 'src/commands')).flatMap((file) => /^([a-z]+)\.ts$/.exec(file)?.[1] ?? []);
}

/** From which file each name of a package entry comes. */
const entries = Object.fromEntries(
  Object.entries({
    core: 'core/src/index.ts',
    runtime: 'runtime/src/index.ts',
    'runtime/node': 'runtime/src/node.ts',
  }).map(([name, file]) => [`@planwright/${name}`, exportedNames(join(packages, file))]),
);

function exportedNames(file) {
  const text = readFileSync(file, 'utf8');
  const exports = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)\.js';/gm)];
  return new Map(
    exports.flatMap(([, names, from]) => valuesIn(names).map((name) => [name, `${resolve(dirname(file), from)}.ts`])),
  );
}

function valuesIn(names) {
  return names.split(',').flatMap((name) => (/^\s*(?:type\s|$)/.test(name) ? [] : [name.trim()]));
}

/**
 * Takes each name from the file that has it instead of from the entry of its package: a chunk that imports an entry loads all
 * that the entry leads to, used or not.
 */
function withoutEntries(text) {
  return text.replace(/^import \{([^}]*)\} from '(@planwright\/[a-z/]+)';/gm, (whole, names, entry) => {
    const files = entries[entry];
    if (files === undefined) return whole;
    return valuesIn(names)
      .map((name) => {
        const file = files.get(name);
        if (file === undefined) throw new Error(`${entry} exports no "${name}"`);
        return `import { ${name} } from ${JSON.stringify(file)};`;
      })
      .join(' ');
  });
}

const loadLess = {
  name: 'load-less',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]packages[\\/][a-z]+[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => ({
      contents: withoutEntries(readFileSync(path, 'utf8')),
      loader: path.endsWith('.tsx') ? 'tsx' : 'ts',
    })),
};

const options = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  conditions: ['planwright-source'],
  minify: true,
  jsx: 'automatic',
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"', 'globalThis.planwrightVersion': JSON.stringify(version) },
  // Its other build is CommonJS, which a module cannot take in.
  alias: { yaml: join(packages, '../node_modules/yaml/browser/index.js') },
  // The first two find what they load beside their own files; ink asks for the third only when it is being debugged.
  external: ['@photostructure/sqlite', 'web-tree-sitter', 'react-devtools-core'],
  logLevel: 'warning',
};

rmSync(join(out, chunks), { recursive: true, force: true });
await build({
  ...options,
  entryPoints: { planwright: join(here, 'src/main.ts') },
  outdir: out,
  splitting: true,
  chunkNames: `${chunks}/[name]-[hash]`,
  // Some of what ink uses is CommonJS and asks for modules of Node.
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  plugins: [groupCommands, loadLess],
});
await build({
  ...options,
  stdin: { contents: allOf(looking), resolveDir: here },
  outfile: join(out, lookingFile),
  plugins: [loadLess],
});
chmodSync(join(out, 'planwright.js'), 0o755);
// What `--config @examples/NAME` names.
cpSync(join(packages, '../examples/coordination'), join(out, 'examples/coordination'), { recursive: true });
