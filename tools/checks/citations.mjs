// Comments, docstrings, tests and documents cite the behaviour reference in one form, so that a reader finds the place:
//   (metering, section 2.4)   (catalog, sections 4.2 and 18)   (subscriptions, section 7, point 2; invoices, section 6.7)
// The name is a file in docs/reference/behaviour, the number a heading in it, a point an item of its numbered list or
// table. This check refuses broken citations and other forms.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listFiles, read, root } from './files.mjs';

const folder = 'docs/reference/behaviour';
const skipped = /^(docs\/reference\/|data\/|package-lock\.json$|CHANGELOG\.md$|tools\/checks\/citations\.)/;
const checkedFiles = /\.(ts|mjs|js|md|ya?ml|json|sh|py|sql|toml)$|Dockerfile$|^\.ci\/run$/;

/** The sections of a document by number, each with the numbers of its points. */
export function sectionsOf(markdown) {
  const sections = new Map();
  let points = new Set();
  let counted = false;
  for (const line of markdown.split('\n')) {
    const heading = /^#{2,6} (\d+(?:\.\d+)*[a-z]?)\.? /.exec(line);
    if (heading) sections.set(heading[1], (points = new Set()));
    if (/^\| # \|/.test(line)) counted = true;
    else if (!line.startsWith('|')) counted = false;
    const point = /^\s*(\d+)\. /.exec(line) ?? (counted ? /^\| (\d+) \|/.exec(line) : null);
    if (point) points.add(point[1]);
  }
  return sections;
}

/** The documents that can be cited: the file name without its extension → its sections. */
export function readReference() {
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));
  return new Map(files.map((name) => [basename(name, '.md'), sectionsOf(read(`${folder}/${name}`))]));
}

/** The lines of a text joined without comment signs; `lineAt` returns the line of a position in it. */
function flow(text) {
  const starts = [];
  let joined = '';
  for (const line of text.split('\n')) {
    starts.push(joined.length);
    joined += `${line.replace(/^\s*(\/\*\*|\*\/|\*|\/\/|#|--)?\s?/, '').trimEnd()} `;
  }
  return { joined, lineAt: (offset) => starts.findLastIndex((start) => start <= offset) + 1 };
}

const number = String.raw`\d+(?:\.\d+)*[a-z]?\b`;
const list = String.raw`${number}(?:(?:, | and | to | or )${number})*`;
const cited = new RegExp(String.raw`(?:(\S+ ?\d*), )?\bsections? (${list})(?:, points? (${list}))?`, 'gi');
const numbers = (text) => text?.match(new RegExp(number, 'g')) ?? [];

/** Problems with the citations of a text: `{ line, message }` each. @param reference of `readReference` */
export function problemsOf(text, reference) {
  const { joined, lineAt } = flow(text);
  const problems = [];
  const report = (offset, message) => problems.push({ line: lineAt(offset), message });
  for (const match of joined.matchAll(cited)) {
    const [citation, before, sections, points] = match;
    const name = before?.replace(/^[("'`*]+/, '');
    if (/^RFC \d+$/.test(name ?? '')) continue;
    const document = reference.get(name);
    if (document === undefined) {
      report(match.index, `"${citation}" names no document of ${folder}: write (NAME, section N)`);
      continue;
    }
    for (const section of numbers(sections)) {
      if (!document.has(section)) report(match.index, `${name} has no section ${section}`);
    }
    for (const point of numbers(points)) {
      const section = numbers(sections).at(-1);
      if (document.has(section) && !document.get(section).has(point))
        report(match.index, `${name}, section ${section} has no point ${point}`);
    }
    const rest = joined.slice(match.index + citation.length);
    if (/^, (condition|check|item|no\.|rule) \d/.test(rest))
      report(match.index, `"${citation}${rest.slice(0, 12)}": a place within a section is a point`);
  }
  const names = [...reference.keys()].join('|');
  const short = new RegExp(
    String.raw`§ ?\d|[(;] ?(?:${names}),? \d[\d.]*|\b(?:${names})(?:\.md)? \d+\.\d+(?! ?(?:m?s\b|minutes|%|[kMGT]B))`,
    'g',
  );
  for (const match of joined.matchAll(short)) report(match.index, `"${match[0]}": write (NAME, section N)`);
  return problems;
}

/** All wrong citations of the repository, one line each. */
export function checkCitations() {
  const reference = readReference();
  return listFiles()
    .filter((path) => checkedFiles.test(path) && !skipped.test(path))
    .flatMap((path) => problemsOf(read(path), reference).map(({ line, message }) => `${path}:${line}: ${message}`));
}
