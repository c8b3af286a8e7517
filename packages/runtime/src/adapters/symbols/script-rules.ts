import type { Node } from 'web-tree-sitter';
import { type Declared, type LanguageRules, set } from './language-rules.js';

const functionValues = set('arrow_function function_expression generator_function function');
const topLevel = set('program export_statement');
const testCalls = /^(?:describe|it|test|suite|context)(?:\.|$)/;

/** JavaScript, TypeScript and their forms with markup: one grammar's node types are a part of the other's. */
export function scriptRules(grammar: string): LanguageRules {
  return {
    grammar,
    declarations: {
      function_declaration: 'function',
      generator_function_declaration: 'function',
      class_declaration: 'class',
      abstract_class_declaration: 'class',
      interface_declaration: 'interface',
      type_alias_declaration: 'type',
      enum_declaration: 'enum',
      internal_module: 'namespace',
      method_definition: 'method',
      method_signature: 'method',
      abstract_method_signature: 'method',
      property_signature: functionTyped,
      public_field_definition: functionValued('method'),
      pair: functionValued('method', 'key'),
      variable_declarator: variable,
      call_expression: testCase,
    },
    names: set(
      'identifier type_identifier property_identifier shorthand_property_identifier private_property_identifier',
    ),
    calls: {
      call_expression: 'function',
      new_expression: 'constructor',
      jsx_opening_element: 'name',
      jsx_self_closing_element: 'name',
    },
    members: { member_expression: 'property' },
    imports: set('import_statement export_clause'),
    isExported: (node) => {
      const statement = node.type === 'variable_declarator' ? node.parent : node;
      return statement?.parent?.type === 'export_statement';
    },
  };
}

/** `readonly close: () => void` in an interface is a method by another spelling. */
function functionTyped(node: Node): Declared | undefined {
  const name = node.childForFieldName('name');
  const type = node.childForFieldName('type')?.firstNamedChild;
  return name && type?.type === 'function_type' ? { kind: 'method', name } : undefined;
}

function functionValued(kind: string, field = 'name'): (node: Node) => Declared | undefined {
  return (node) => {
    const name = node.childForFieldName(field);
    const value = node.childForFieldName('value');
    return name && value && functionValues.has(value.type) ? { kind, name } : undefined;
  };
}

/** A variable at the top of a file, or one that holds a function; a local value declares nothing worth finding. */
function variable(node: Node): Declared | undefined {
  const name = node.childForFieldName('name');
  const statement = node.parent;
  if (name?.type !== 'identifier' || !statement) return undefined;
  const value = node.childForFieldName('value');
  if (value && functionValues.has(value.type)) return { kind: 'function', name };
  if (!topLevel.has(statement.parent?.type ?? '')) return undefined;
  return { kind: statement.type === 'variable_declaration' ? 'var' : (statement.firstChild?.type ?? 'const'), name };
}

function testCase(node: Node): Declared | undefined {
  const called = node.childForFieldName('function');
  if (!called || !testCalls.test(called.text.slice(0, 40))) return undefined;
  const title = node.childForFieldName('arguments')?.firstNamedChild;
  if (title?.type !== 'string' && title?.type !== 'template_string') return undefined;
  return { kind: 'test', name: title.text.slice(1, -1) };
}
