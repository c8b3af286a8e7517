import { critical, type Rule } from '../finding.js';

export const taskPresent: Rule = {
  name: 'task-present',
  dimension: 'completeness',
  check: ({ steps }) =>
    steps
      .filter(({ task }) => task.trim() === '')
      .map(({ label }) => critical(label, `step "${label}" does not say what to do: its task is empty`)),
};
