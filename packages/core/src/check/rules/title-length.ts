import { minor, type Rule } from '../finding.js';

const longest = 120;

/** Titles are what the plan card shows, a line each. */
export const titleLength: Rule = {
  name: 'title-length',
  dimension: 'granularity',
  check: ({ steps }) =>
    steps
      .filter(({ title }) => title.length > longest && Array.from(title).length > longest)
      .map(({ label, title }) =>
        minor(
          label,
          `the title of step "${label}" has ${Array.from(title).length} characters; at most ${longest} are shown`,
        ),
      ),
};
