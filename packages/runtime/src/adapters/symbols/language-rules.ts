import type { Node } from 'web-tree-sitter';

/** What a node declares: the node of its name, or the name itself where no node holds just that. */
export type Declared = { readonly kind: string; readonly name: Node | string };

/** A kind, for a node whose field `name` is the name; or a closer look, which may say that nothing is declared. */
export type DeclarationRule = string | ((node: Node) => Declared | undefined);

/** How one language says the few things we ask of all of them, in the node types and fields of its grammar. */
export type LanguageRules = {
  /** The name of the grammar's file. */
  readonly grammar: string;
  readonly declarations: Readonly<Record<string, DeclarationRule>>;
  /** Nodes that are nothing but a name. */
  readonly names: ReadonlySet<string>;
  /** Node types that call, and the field that holds what is called. */
  readonly calls: Readonly<Record<string, string>>;
  /** Node types that reach into something, and the field of what is reached: `x.y()` calls `y`. */
  readonly members: Readonly<Record<string, string>>;
  readonly imports: ReadonlySet<string>;
  /** Whether other files can use what this node declares; asked of what is not inside something else. */
  readonly isExported: (node: Node, name: string) => boolean;
};

export function set(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** The node a chain of one field leads to: in C, the name of `int *f(void)` is three declarators deep. */
export function innermost(node: Node, field: string): Node {
  let inner = node;
  for (let next = inner.childForFieldName(field); next; next = inner.childForFieldName(field)) inner = next;
  return inner;
}

export function hasChild(node: Node, type: string, text?: string): boolean {
  return node.children.some((child) => child.type === type && (text === undefined || child.text.includes(text)));
}
