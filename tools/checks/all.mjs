// What holds between the documents and the code: run by `npm run lint`, or by itself with `node tools/checks/all.mjs`.
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { checkCitations } from './citations.mjs';
import { checkGlossary } from './glossary.mjs';
import { checkLinks } from './links.mjs';
import { checkNodeVersion } from './node-version.mjs';

/** Each answers what is wrong, one line each. */
const checks = [
  ['Citations of the reference', checkCitations],
  ['Links of documents', checkLinks],
  ['Glossary', checkGlossary],
  ['Version of Node', checkNodeVersion],
];

/** Runs all checks and prints what is wrong; true when nothing is. */
export function checkAll() {
  const found = checks.map(([name, check]) => [name, check()]).filter(([, problems]) => problems.length > 0);
  for (const [name, problems] of found) process.stderr.write(`${name}:\n${problems.map((problem) => `  ${problem}\n`).join('')}`);
  return found.length === 0;
}

if (argv[1] === fileURLToPath(import.meta.url)) process.exitCode = checkAll() ? 0 : 1;
