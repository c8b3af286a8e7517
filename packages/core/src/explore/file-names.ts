const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Endings that make a name a file. `m`, `d` and `so` are left out: `9 a.m.`, `i.d.` and `and.so` are prose. */
export const fileExtensions = words(`
  go ts tsx mts cts js jsx mjs cjs py pyi ipynb rb erb rs java kt kts scala groovy clj c cc cpp cxx h hpp hxx cs fs vb swift
  php pl pm lua r jl dart ex exs erl hrl hs elm ml zig nim sol asm wasm
  vue svelte astro html htm css scss sass less hbs ejs pug njk
  md mdx rst adoc txt tex pdf docx xlsx pptx csv tsv
  json jsonc json5 jsonl yaml yml toml xml xsd ini cfg conf env properties lock mod sum gradle tf tfvars hcl nix
  sql prisma graphql gql proto avsc parquet sqlite db
  sh bash zsh fish ps1 psm1 bat cmd mk cmake
  svg png jpg jpeg gif webp ico woff woff2 ttf mp3 mp4 wav
  log bak diff patch snap map pem crt zip tar gz tgz jar whl
`);

/** Whole names that are files without an ending, whatever their case. */
export const fileNames = words(`
  dockerfile containerfile makefile gnumakefile procfile gemfile rakefile jenkinsfile vagrantfile brewfile caddyfile
  justfile podfile fastfile codeowners readme changelog
  .env .gitignore .gitattributes .dockerignore .npmrc .nvmrc .editorconfig .prettierrc .prettierignore .eslintrc .babelrc
`);

/** Ordinary words in lower case, files only as they are written here. */
export const upperCaseFileNames = words('LICENSE LICENCE NOTICE AUTHORS CONTRIBUTING COPYING');

/** Products whose names end like a file. With a folder before it (`src/vue.js`) such a name is a file after all. */
export const productNames = words(`
  next.js node.js vue.js d3.js nuxt.js react.js express.js three.js nest.js angular.js ember.js backbone.js alpine.js
  chart.js moment.js day.js discord.js solid.js svelte.js gatsby.js remix.js astro.js qwik.js preact.js koa.js hapi.js
  sails.js meteor.js electron.js babylon.js pixi.js p5.js paper.js phaser.js knockout.js handlebars.js mustache.js
  underscore.js lodash.js require.js socket.js video.js plotly.js tensorflow.js brain.js ml5.js bun.js deno.js vite.js
  vitest.js jest.js mocha.js cypress.js ext.js fastify.js adonis.js stimulus.js hono.js docs.rs
`);

/** The first part of an address written without its scheme: `github.com/a/b.ts`. */
export const hostEnding = /\.(?:com|org|net|io|dev|app|ai|edu|gov|br|co|uk|de)$/;
