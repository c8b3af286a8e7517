// Stands in for Claude Code in print mode: `deeds-claude.js <deeds as JSON> <its flags>`. It does its deeds with tools of its
// own, whatever the flags allow. It imports nothing, so that it can stand in a file of any kind.
const { readFileSync, writeFileSync } = process.getBuiltinModule('node:fs');

const [given, ...flags] = process.argv.slice(2);
const deeds = JSON.parse(given);
const label = /Your step: (E\d+),/.exec(readFileSync(0, 'utf8'))?.[1];
const { reads, writes, answer } = deeds[label ?? 'closing'];
const found = reads && /"(.*)"/.exec(readFileSync(reads.path, 'utf8'))?.[1];
const said = answer.replace('…', found);
if (writes) writeFileSync(writes.path, writes.content);
console.log(
  JSON.stringify({
    type: 'result',
    is_error: false,
    result: label === undefined ? said : JSON.stringify({ step_done: { answer: said } }),
    session_id: flags[flags.indexOf('--session-id') + 1],
  }),
);
