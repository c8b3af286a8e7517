/** The forms a plan can be written in, for the flag that names one. */
export const planFormats = ['native', 'rewoo', 'markdown', 'mermaid', 'two-layer'] as const;
