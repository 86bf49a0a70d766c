// Checks the documents against the code, and the structure of the code: run by `npm run lint`, or alone with `node
// tools/checks/all.mjs`.
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { checkAggregations } from './aggregations.mjs';
import { checkChanges } from './changes.mjs';
import { checkChargeModels } from './charge-models.mjs';
import { checkCitations } from './citations.mjs';
import { checkDocsSite } from './docs-site.mjs';
import { checkGlossary } from './glossary.mjs';
import { checkLayers } from './layers.mjs';
import { checkLinks } from './links.mjs';
import { checkMigrations } from './migrations.mjs';
import { checkNodeVersion } from './node-version.mjs';
import { checkPasses } from './passes.mjs';

/** Each check returns its problems, one line each. */
const checks = [
  ['Fragments of the changelog', checkChanges],
  ['Aggregations', checkAggregations],
  ['Charge models', checkChargeModels],
  ['Citations of the reference', checkCitations],
  ['Links of documents', checkLinks],
  ['Site of the documentation', checkDocsSite],
  ['Glossary', checkGlossary],
  ['Order of libraries and folders', checkLayers],
  ['Migrations', checkMigrations],
  ['Version of Node', checkNodeVersion],
  ['Passes', checkPasses],
];

/** Runs all checks and prints their problems; true if there are none. */
export async function checkAll() {
  const results = await Promise.all(checks.map(async ([name, check]) => [name, await check()]));
  const found = results.filter(([, problems]) => problems.length > 0);
  for (const [name, problems] of found)
    process.stderr.write(`${name}:\n${problems.map((problem) => `  ${problem}\n`).join('')}`);
  return found.length === 0;
}

if (argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await checkAll()) ? 0 : 1;
