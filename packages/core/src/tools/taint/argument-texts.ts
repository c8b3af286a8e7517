/** A text among the arguments of a call, and the name it was given under. */
export type ArgumentText = { readonly name: string; readonly text: string };

/** Every text in the arguments of a call; a list of texts is one, as a command with its words is. */
export function argumentTexts(value: unknown, name = ''): readonly ArgumentText[] {
  if (typeof value === 'string') return [{ name, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return [{ name, text: value.join(' ') }];
  return Object.entries(value).flatMap(([key, item]) => argumentTexts(item, Array.isArray(value) ? name : key));
}

const commandName = /^(?:command|cmd|commands|shell|script|code|argv|args|exec|run)$/i;

export function isCommand({ name }: ArgumentText): boolean {
  return commandName.test(name);
}
