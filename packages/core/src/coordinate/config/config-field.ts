/** What may stand at one place of a configuration. */
export type Field = FieldKind & {
  readonly isRequired?: true;
  /** Accepted and without effect. `by`: whether MassGen reads it. */
  readonly unused?: { readonly by: 'us' | 'everybody'; readonly instead?: string };
};

type FieldKind =
  | { readonly kind: 'flag' | 'anything' }
  /** `isFilled`: with `${NAME}` filled in. */
  | { readonly kind: 'text'; readonly isFilled?: true }
  | { readonly kind: 'number'; readonly from: number; readonly to: number; readonly isWhole: boolean }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'list'; readonly of: Field }
  | { readonly kind: 'map'; readonly keys: Fields }
  /** Refused: `to` says where it belongs. */
  | { readonly kind: 'moved'; readonly to: string };

export type Fields = { readonly [key: string]: Field };

/** What reading a field gives. Everything may be missing: what must be there has been reported by then. */
export type ValueOf<F> = F extends { readonly kind: 'text' }
  ? string
  : F extends { readonly kind: 'flag' }
    ? boolean
    : F extends { readonly kind: 'number' }
      ? number
      : F extends { readonly kind: 'choice'; readonly of: readonly (infer Word)[] }
        ? Word
        : F extends { readonly kind: 'list'; readonly of: infer Of }
          ? readonly (ValueOf<Of> | undefined)[]
          : F extends { readonly kind: 'map'; readonly keys: infer Keys }
            ? { readonly [Key in keyof Keys]?: ValueOf<Keys[Key]> }
            : unknown;

export const text = { kind: 'text' } as const;
export const filledText = { kind: 'text', isFilled: true } as const;
export const flag = { kind: 'flag' } as const;
export const anything = { kind: 'anything' } as const;
export const fraction = { kind: 'number', from: 0, to: 1, isWhole: false } as const;
export const number = { kind: 'number', from: -Infinity, to: Infinity, isWhole: false } as const;
export const whole = (from: number) => ({ kind: 'number', from, to: Number.MAX_SAFE_INTEGER, isWhole: true }) as const;
export const choice = <const Words extends readonly string[]>(...of: Words) => ({ kind: 'choice', of }) as const;
export const list = <const Of extends Field>(of: Of) => ({ kind: 'list', of }) as const;
export const map = <const Keys extends Fields>(keys: Keys) => ({ kind: 'map', keys }) as const;
export const moved = (to: string) => ({ kind: 'moved', to }) as const;
export const required = <const F extends Field>(field: F) => ({ ...field, isRequired: true }) as const;

/** A setting of MassGen that has no effect here. */
export const unused = <const F extends Field>(field: F, instead?: string) =>
  ({ ...field, unused: { by: 'us', ...(instead === undefined ? {} : { instead }) } }) as const;

/** What files hold and no program reads. */
export const unread = <const F extends Field>(field: F, instead: string) =>
  ({ ...field, unused: { by: 'everybody', instead } }) as const;
