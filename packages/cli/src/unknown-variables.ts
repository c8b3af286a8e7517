import { didYouMean } from './nearest.js';
import { settingNames, settingTable } from './setting-table.js';

const prefix = 'PLANWRIGHT_';

/** What follows the prefix in variables that are ours but no setting. */
const others = ['PROJECT', 'RUN', 'EXAMPLES', 'COMPATIBLE_API_KEY'] as const;

/** What is to be said of variables that start with our name and mean nothing. Their values may be secrets, and are not looked at. */
export function unknownVariables(names: readonly string[]): readonly string[] {
  const known = [...settingNames.map((name) => settingTable[name].variable.slice(prefix.length)), ...others];
  return names.flatMap((name) => {
    // Compared without what all have in common: it would make all of them alike.
    const own = name.slice(prefix.length);
    // Which agents there are, and so which of these mean something, is known later.
    if (known.includes(own) || own.startsWith('AGENT_')) return [];
    return [`${name} is not a variable that planwright knows, and is not used${didYouMean(own, known, prefix)}`];
  });
}
