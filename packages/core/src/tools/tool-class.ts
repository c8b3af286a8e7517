import * as z from 'zod';

/** What a tool, and so a step, may do: look, change the workspace, or reach beyond it. */
export const toolClassSchema = z.enum(['reads', 'writes', 'external']);
export type ToolClass = z.infer<typeof toolClassSchema>;

const order: readonly ToolClass[] = ['reads', 'writes', 'external'];

/** The lowest class wins; nothing at all may do anything. */
export function lowestClass(classes: readonly ToolClass[]): ToolClass {
  return order.find((candidate) => classes.includes(candidate)) ?? 'external';
}

/** The highest class wins; nothing at all only reads. */
export function highestClass(classes: readonly ToolClass[]): ToolClass {
  return classes.reduce<ToolClass>(
    (highest, next) => (order.indexOf(next) > order.indexOf(highest) ? next : highest),
    'reads',
  );
}
