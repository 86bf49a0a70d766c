// npm run test:e-invoices -- [--seed TEXT] [--count N] [--output DIRECTORY]
// Makes documents, writes each in all formats, and validates the files. Closes with `N passed, N failed`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Report } from '@tollgate/harness/report';
import { makeDocuments, type MadeDocument } from './documents.ts';
import { mustangReads, profileNames, rulesOf, sumFaults, writeFiles, type WrittenFile } from './files.ts';
import { writeSpoiledFiles, type SpoiledFile } from './spoiled.ts';
import { fetchValidators, validate, type Check } from './validators.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: 'nov26' },
    /** Of invoices; half as many credit notes. */
    count: { type: 'string', default: '240' },
    /** Where the files stay; otherwise they go. */
    output: { type: 'string' },
  },
});

const report = new Report();

const checksOf = ({ document: { model }, profile, path }: WrittenFile): Check[] => [
  { path, rules: rulesOf(model, profile) },
  ...(mustangReads(model, profile) ? [{ path, rules: 'mustang' }] : []),
];

/** One line for each format; each file counts. */
function reportFiles(files: readonly WrittenFile[], errorsOf: (check: Check) => string[]): void {
  for (const profile of profileNames) {
    const own = files.filter((file) => file.profile === profile);
    const problems = own.flatMap((file) => [
      ...sumFaults(file).map((fault) => `${file.path}: ${fault}`),
      ...checksOf(file).flatMap((check) =>
        errorsOf(check).map((error) => `${check.path} (${check.rules}): ${error.slice(0, 600)}`),
      ),
    ]);
    report.check(`${profile}: ${own.length} files are valid and have the sums of their documents`, problems);
    if (problems.length === 0) report.add({ passed: own.length - 1, failed: 0 });
  }
}

function reportSpoiled(spoiled: readonly SpoiledFile[], errorsOf: (check: Check) => string[]): void {
  for (const { name, rule, profile, check } of spoiled) {
    const errors = errorsOf(check);
    const isRefused = errors.some((error) => error.includes(rule));
    const validator = check.rules === 'mustang' ? 'Mustang' : 'phive';
    report.check(
      `${validator} refuses ${profile}: ${name} (${rule})`,
      isRefused ? [] : [errors.join('; ') || 'accepted'],
    );
  }
}

const directory = values.output ?? mkdtempSync(join(tmpdir(), 'tollgate-e-invoices-'));
try {
  await fetchValidators();
  const documents = makeDocuments(values.seed, Number(values.count));
  const files = writeFiles(documents, directory);
  const spoiled = writeSpoiledFiles(files, directory);
  const complete = documents.filter(({ isComplete }) => isComplete);
  const formatsOf = (document: MadeDocument) => files.filter((file) => file.document === document).length;
  report.check(
    `${complete.length} documents with complete parties are written in all formats`,
    complete.filter((document) => formatsOf(document) < profileNames.length).map(({ name }) => name),
  );
  console.log(`${documents.length} documents in ${files.length} files, seed ${values.seed}`);
  const checks = [...files.flatMap(checksOf), ...spoiled.map(({ check }) => check)];
  const errors = await validate(checks);
  const byCheck = new Map(checks.map(({ path, rules }, place) => [`${path} ${rules}`, errors[place] as string[]]));
  const errorsOf = ({ path, rules }: Check) => byCheck.get(`${path} ${rules}`) ?? ['not checked'];
  reportFiles(files, errorsOf);
  reportSpoiled(spoiled, errorsOf);
} catch (error) {
  report.error(error, `seed ${values.seed}`);
} finally {
  if (values.output === undefined) rmSync(directory, { recursive: true });
}
console.log(`${report.counts.passed} passed, ${report.counts.failed} failed`);
process.exitCode = report.counts.failed > 0 ? 1 : 0;
