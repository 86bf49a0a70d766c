// Describes a failure for people: its calls, and the differing figures side by side.
import type { History, Step } from './history.ts';
import type { Result } from './play.ts';

const short = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value));

function line(step: Step): string {
  if (step.at !== undefined) return `    clock ${step.at}`;
  const shown = step.body ?? step.choose;
  return `    ${step.do}${shown === undefined ? '' : ` ${JSON.stringify(shown)}`}`;
}

/** @param result the result of playing the history */
export function describe(history: History, result: Result): string {
  const lines = [`  organization ${JSON.stringify(history.organization)}`, ...history.steps.map(line)];
  for (const problem of result.problems) lines.push(`  ! ${problem}`);
  for (const { invoice, differences } of result.differences) {
    lines.push(`  invoice of ${invoice}`);
    for (const { where, expected, actual } of differences) {
      lines.push(`    ${where}`, `      expected ${short(expected)}`, `      actual   ${short(actual)}`);
    }
  }
  return lines.join('\n');
}
