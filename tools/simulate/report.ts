// Describes a failure for people: its calls, and the differing figures side by side.

const short = (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value));

function step(one) {
  if (one.at) return `    clock ${one.at}`;
  return `    ${one.do}${one.body === undefined && one.choose === undefined ? '' : ` ${JSON.stringify(one.body ?? one.choose)}`}`;
}

/** @param result the result of playing the history */
export function describe(history, result) {
  const lines = [`  organization ${JSON.stringify(history.organization)}`, ...history.steps.map(step)];
  for (const problem of result.problems) lines.push(`  ! ${problem}`);
  for (const { invoice, differences } of result.differences) {
    lines.push(`  invoice of ${invoice}`);
    for (const { where, expected, actual } of differences) {
      lines.push(`    ${where}`, `      expected ${short(expected)}`, `      actual   ${short(actual)}`);
    }
  }
  return lines.join('\n');
}
