/** A field's name in one spelling: `depends_on`, `DEPENDS-ON`, `depends on` and `dependsOn` are `dependson`. */
export function fieldKey(written: string): string {
  return written.toLowerCase().replace(/(?<=[a-z0-9])[_\- ]+(?=[a-z0-9])/g, '');
}
