import type { Node } from 'web-tree-sitter';
import { extensionOf } from '../offline/file-kind.js';
import { type Declared, hasChild, innermost, type LanguageRules, set } from './language-rules.js';
import { scriptRules } from './script-rules.js';

const python: LanguageRules = {
  grammar: 'python',
  declarations: { function_definition: 'function', class_definition: 'class', assignment: moduleConstant },
  names: set('identifier'),
  calls: { call: 'function' },
  members: { attribute: 'attribute' },
  imports: set('import_statement import_from_statement'),
  isExported: (_, name) => !name.startsWith('_'),
};

function moduleConstant(node: Node): Declared | undefined {
  const name = node.childForFieldName('left');
  const isAtTop = node.parent?.type === 'module' || node.parent?.parent?.type === 'module';
  return isAtTop && name?.type === 'identifier' ? { kind: 'variable', name } : undefined;
}

const go: LanguageRules = {
  grammar: 'go',
  declarations: {
    function_declaration: 'func',
    method_declaration: 'method',
    type_spec: goType,
    type_alias: 'type',
    const_spec: atTopOf('source_file', 'const'),
    var_spec: atTopOf('source_file', 'var'),
    method_elem: 'method',
  },
  names: set('identifier field_identifier type_identifier'),
  calls: { call_expression: 'function' },
  members: { selector_expression: 'field' },
  imports: set('import_declaration'),
  isExported: (_, name) => /^\p{Lu}/u.test(name),
};

function goType(node: Node): Declared | undefined {
  const name = node.childForFieldName('name');
  const type = node.childForFieldName('type')?.type.replace('_type', '') ?? 'type';
  return name ? { kind: type === 'struct' || type === 'interface' ? type : 'type', name } : undefined;
}

/** For what is only worth finding outside functions; a list of them may stand in parentheses. */
function atTopOf(root: string, kind: string): (node: Node) => Declared | undefined {
  return (node) => {
    const name = node.childForFieldName('name');
    const declaration = node.parent?.parent;
    const isAtTop = declaration?.type === root || declaration?.parent?.type === root;
    return name && isAtTop ? { kind, name } : undefined;
  };
}

const rust: LanguageRules = {
  grammar: 'rust',
  declarations: {
    function_item: 'fn',
    function_signature_item: 'fn',
    struct_item: 'struct',
    enum_item: 'enum',
    union_item: 'union',
    trait_item: 'trait',
    mod_item: 'mod',
    type_item: 'type',
    const_item: 'const',
    static_item: 'static',
    macro_definition: 'macro',
    impl_item: (node) => ({ kind: 'impl', name: node.childForFieldName('type')?.text ?? '' }),
  },
  names: set('identifier field_identifier type_identifier'),
  calls: { call_expression: 'function', macro_invocation: 'macro' },
  members: { field_expression: 'field', scoped_identifier: 'name', generic_function: 'function' },
  imports: set('use_declaration'),
  isExported: (node) => hasChild(node, 'visibility_modifier'),
};

const java: LanguageRules = {
  grammar: 'java',
  declarations: {
    class_declaration: 'class',
    interface_declaration: 'interface',
    enum_declaration: 'enum',
    record_declaration: 'record',
    annotation_type_declaration: 'annotation',
    method_declaration: 'method',
    constructor_declaration: 'constructor',
  },
  names: set('identifier type_identifier'),
  calls: { method_invocation: 'name', object_creation_expression: 'type' },
  members: {},
  imports: set('import_declaration package_declaration'),
  isExported: (node) => hasChild(node, 'modifiers', 'public'),
};

const csharp: LanguageRules = {
  grammar: 'c-sharp',
  declarations: {
    class_declaration: 'class',
    interface_declaration: 'interface',
    struct_declaration: 'struct',
    enum_declaration: 'enum',
    record_declaration: 'record',
    delegate_declaration: 'delegate',
    method_declaration: 'method',
    constructor_declaration: 'constructor',
    property_declaration: 'property',
    local_function_statement: 'function',
  },
  names: set('identifier'),
  calls: { invocation_expression: 'function', object_creation_expression: 'type' },
  members: { member_access_expression: 'name', generic_name: 'name' },
  imports: set('using_directive'),
  isExported: (node) => hasChild(node, 'modifier', 'public'),
};

const cpp: LanguageRules = {
  grammar: 'cpp',
  declarations: {
    function_definition: declaredFunction,
    class_specifier: withBody('class'),
    struct_specifier: withBody('struct'),
    union_specifier: withBody('union'),
    enum_specifier: withBody('enum'),
    namespace_definition: 'namespace',
    preproc_def: 'define',
    preproc_function_def: 'define',
    alias_declaration: 'type',
  },
  names: set('identifier field_identifier type_identifier namespace_identifier'),
  calls: { call_expression: 'function' },
  members: { field_expression: 'field', qualified_identifier: 'name', template_function: 'name' },
  imports: set('preproc_include'),
  isExported: (node) => !hasChild(node, 'storage_class_specifier', 'static'),
};

function declaredFunction(node: Node): Declared | undefined {
  const declarator = node.childForFieldName('declarator');
  return declarator ? { kind: 'function', name: innermost(innermost(declarator, 'declarator'), 'name') } : undefined;
}

/** `struct point p;` only mentions it. */
function withBody(kind: string): (node: Node) => Declared | undefined {
  return (node) => {
    const name = node.childForFieldName('name');
    return name && node.childForFieldName('body') ? { kind, name } : undefined;
  };
}

const ruby: LanguageRules = {
  grammar: 'ruby',
  declarations: { method: 'def', singleton_method: 'def', class: 'class', module: 'module' },
  names: set('identifier constant'),
  calls: { call: 'method' },
  members: {},
  imports: set(''),
  isExported: () => true,
};

const php: LanguageRules = {
  grammar: 'php',
  declarations: {
    function_definition: 'function',
    class_declaration: 'class',
    interface_declaration: 'interface',
    trait_declaration: 'trait',
    enum_declaration: 'enum',
    method_declaration: 'method',
  },
  names: set('name'),
  calls: { function_call_expression: 'function', member_call_expression: 'name', scoped_call_expression: 'name' },
  members: {},
  imports: set('namespace_use_declaration'),
  isExported: () => true,
};

const bash: LanguageRules = {
  grammar: 'bash',
  declarations: { function_definition: 'function' },
  names: set('command_name'),
  calls: { command: 'name' },
  members: {},
  imports: set(''),
  isExported: () => true,
};

const typescript = scriptRules('typescript');
const tsx = scriptRules('tsx');
const javascript = scriptRules('javascript');

const rulesOfExtension: Readonly<Record<string, LanguageRules>> = {
  ...{ ts: typescript, mts: typescript, cts: typescript, tsx },
  ...{ js: javascript, jsx: javascript, mjs: javascript, cjs: javascript },
  ...{ py: python, pyi: python, go, rs: rust, java, cs: csharp, rb: ruby, php, sh: bash, bash },
  ...{ c: cpp, h: cpp, cc: cpp, cpp, cxx: cpp, hpp: cpp, hh: cpp },
};

/** How the language of this file is read; undefined for those without a grammar here. */
export function languageRulesFor(path: string): LanguageRules | undefined {
  return rulesOfExtension[extensionOf(path)];
}
