import { agentName } from '../reading-agents.js';
import { minor, type Remark, type Rule } from '../finding.js';

/** The same words to the same agent are the same work. Two agents may well be asked one question. */
export const noDuplicates: Rule = {
  name: 'no-duplicates',
  dimension: 'granularity',
  check: ({ steps }) => {
    const first = new Map<string, string>();
    const remarks: Remark[] = [];
    for (const { label, task, agent } of steps) {
      const work = `${agentName(agent)}\n${task.trim().replace(/\s+/gu, ' ').toLowerCase()}`;
      const earlier = first.get(work);
      if (earlier === undefined) first.set(work, label);
      else if (task.trim() !== '') remarks.push(minor(label, `step "${label}" asks for the same as step "${earlier}"`));
    }
    return remarks;
  },
};
