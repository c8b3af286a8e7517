import { actionOf } from '../action-of.js';
import { minor, type Rule } from '../finding.js';

/** The two-layer form says what kind of change each step is; a title that begins with a verb says it already. */
export const actionStated: Rule = {
  name: 'action-stated',
  dimension: 'implementation',
  check: ({ steps }, { form }) =>
    form !== 'two-layer'
      ? []
      : steps
          .filter(({ action }) => action === undefined)
          .map(({ label, title }) => {
            const action = actionOf(title);
            const remark = minor(
              label,
              `step "${label}" does not say what kind of change it is (Create, Update, Fix, …)`,
            );
            if (action === undefined) return remark;
            const reason = `its title begins with "${title.trim().split(/\s+/u, 1)[0] ?? ''}"`;
            return {
              ...remark,
              fixes: [{ step: label, reason, patch: [{ op: 'add', path: '/action', value: action }] }],
            };
          }),
};
