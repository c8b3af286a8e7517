import { critical, type Remark, type Rule } from '../finding.js';

/** Labels carry the edges and ids carry the answers, so two steps can share neither. */
export const uniqueSteps: Rule = {
  name: 'unique-steps',
  dimension: 'dependencies',
  check: ({ steps }) => {
    const [labels, ids] = [new Set<string>(), new Set<string>()];
    const remarks: Remark[] = [];
    for (const { label, id } of steps) {
      if (labels.has(label)) remarks.push(critical(label, `more than one step has the label "${label}"`));
      if (ids.has(id)) remarks.push(critical(label, `step "${label}" has the id "${id}", which another step has too`));
      labels.add(label);
      ids.add(id);
    }
    return remarks;
  },
};
