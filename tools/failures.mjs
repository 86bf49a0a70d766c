// node tools/failures.mjs LOG...
// Lists failures by name from the logs of steps. A run prints this list right before its summary, so that the end of
// the output shows them.
import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/** Begins the list of failures at the end of an output; an empty line ends it. */
const heading = '--- what failed';
const linesOfOne = 20;
const most = { lines: 60, width: 300 };

const begins = /^\s*(FAILED|FAIL|BROKEN|not ok)\s|error TS\d+/;
const ends = /^\s*(ok|passed)\s|^\s*$|^\d+ passed, |^---|^\s+\.\.\.$|^\[/;

const linesOf = (text) => stripVTControlCharacters(text).split(/\r?\n/);
const named = (name, details = []) => ({
  name: name.trim(),
  details: details.filter((line) => line.trim() !== '').slice(0, linesOfOne),
});

/** The failures in an output: lines such as `FAILED  name`, each with its following lines. */
export function failuresOfOutput(text) {
  const found = [];
  let open = false;
  for (const line of linesOf(text)) {
    if (begins.test(line)) {
      found.push([line]);
      open = true;
    } else if (ends.test(line)) open = false;
    else if (open) found.at(-1).push(line);
  }
  return found.map(([name, ...details]) => named(name, details));
}

/**
 * The failures of jest's JSON report: tests, and files that could not run.
 * @param root the directory that file names are relative to
 */
export function failuresOfJest({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [named(`FAILED  ${file}`, linesOf(message))];
    return failed.map(({ ancestorTitles, title, failureMessages }) =>
      named(`FAILED  ${file} › ${[...ancestorTitles, title].join(' ')}`, linesOf(failureMessages.join('\n'))),
    );
  });
}

/** The failures as lines under their heading, bounded; if there is too little room for all, each shows fewer lines. */
export function linesOfFailures(failures, { lines, width } = most) {
  if (failures.length === 0) return [];
  const each = Math.max(0, Math.floor(lines / failures.length) - 1);
  const shown = failures.slice(0, lines);
  const more = failures.length - shown.length;
  return [
    heading,
    ...shown.flatMap(({ name, details }) => [name, ...details.slice(0, each).map((line) => `    ${line}`)]),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].map((line) => line.slice(0, width));
}

/** The failures of a log: those of the list at its end, else those along the way, else its last lines. */
export function failuresOfLog(text, name) {
  const lines = linesOf(text);
  const list = lines.lastIndexOf(heading);
  if (list >= 0) {
    const end = lines.indexOf('', list);
    return listed(lines.slice(list + 1, end < 0 ? undefined : end));
  }
  const found = failuresOfOutput(text);
  if (found.length > 0) return found;
  return [named(`FAILED  ${name}, which names nothing; its end:`, lines.filter(Boolean).slice(-linesOfOne))];
}

function listed(lines) {
  const found = [];
  for (const line of lines)
    if (line.startsWith('    ')) found.at(-1)?.details.push(line.slice(4));
    else found.push({ name: line, details: [] });
  return found;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const failures = argv.slice(2).flatMap((log) => failuresOfLog(readFileSync(log, 'utf8'), basename(log, '.log')));
  console.log(linesOfFailures(failures).join('\n'));
}
