// The results of a run: lines for people, and JUnit XML for build servers.
import { basename, dirname } from 'node:path';

/** One scenario. `error` is undefined if it passed. */
export interface Result {
  file: string;
  name: string;
  features: string[];
  ms: number;
  ok: boolean;
  error: string | undefined;
}

const folderOf = ({ file }: Result): string => basename(dirname(file));

/** For each folder, how many of its scenarios passed. */
export function linesOfFolders(results: Result[]): string[] {
  const folders = new Map<string, { passed: number; all: number }>();
  for (const result of results) {
    const { passed, all } = folders.get(folderOf(result)) ?? { passed: 0, all: 0 };
    folders.set(folderOf(result), { passed: passed + (result.ok ? 1 : 0), all: all + 1 });
  }
  return [...folders]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([folder, { passed, all }]) => `  ${folder.padEnd(24)} ${passed} of ${all}`);
}

const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Text of an attribute or an element. Characters that XML cannot hold become U+FFFD; line ends survive in attributes. */
export const escapeXml = (text: string): string =>
  text
    .replace(/(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => named[character] ?? '')
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

function testCase(result: Result): string {
  const { file, name, ms, error } = result;
  const attributes = Object.entries({ classname: folderOf(result), name, file, time: seconds(ms) })
    .map(([key, value]) => `${key}="${escapeXml(value)}"`)
    .join(' ');
  if (error === undefined) return `    <testcase ${attributes}/>`;
  const [message = ''] = error.split('\n');
  const failure = `<failure message="${escapeXml(message)}">${escapeXml(error)}</failure>`;
  return `    <testcase ${attributes}>${failure}</testcase>`;
}

/** JUnit XML with a test case for each scenario; its class is the folder. */
export function junitOf(results: Result[]): string {
  const totals = [
    `tests="${results.length}"`,
    `failures="${results.filter(({ ok }) => !ok).length}"`,
    `errors="0"`,
    `time="${seconds(results.reduce((total, { ms }) => total + ms, 0))}"`,
  ].join(' ');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite name="conformance" ${totals}>`,
    ...results.map(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
