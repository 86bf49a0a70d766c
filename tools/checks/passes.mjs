// Every pass over all organizations isolates them: a test poisons one and finds the work of the other one done.
import { listFiles, read } from './files.mjs';

/** Jobs at an interval without a loop over organizations, with the reason. */
const withoutLoop = new Map([
  ['due-work-tick', 'asks the services, each by itself'],
  ['mail-delivery', 'takes one mail at a time and puts it off in its row'],
  ['webhook-sweep', 'one statement for each step'],
  ['exchange-rates', 'rates of no organization'],
  ['usage-housekeeping', 'its steps have tests of their own'],
  ['data-import-retention', 'one statement'],
  ['security-log-retention', 'one statement, and the periods of organizations, which have a test of their own'],
  ['api-log-retention', 'the periods of organizations have a test of their own'],
]);

/**
 * @param sources pairs of path and text of the files of one library
 * @param poisoned the text of its test of poisoned organizations
 */
export function problemsOf(sources, poisoned) {
  const problems = [];
  for (const [path, text] of sources) {
    for (const [, name] of text.matchAll(/\.(?:reconcileEvery|every)\(\s*'([a-z-]+)'/g))
      if (!withoutLoop.has(name) && !poisoned.includes(name))
        problems.push(`${path}: no poisoned-passes.spec.ts of its library poisons the pass ${name}`);
    if (/for \(const [^;]*? of [^;{]*?everyTenant\(/.test(text))
      problems.push(`${path}: a loop over all organizations does not isolate them; use Passes.each`);
  }
  return problems;
}

export function checkPasses() {
  const files = listFiles().filter((path) => /^libs\/[^/]+\/src\/.*\.ts$/.test(path) && !/\.spec\.ts$/.test(path));
  const tests = new Map(
    listFiles()
      .filter((path) => path.endsWith('/poisoned-passes.spec.ts'))
      .map((path) => [path.split('/')[1], read(path)]),
  );
  const libraries = [...new Set(files.map((path) => path.split('/')[1]))];
  return libraries.flatMap((library) =>
    problemsOf(
      files.filter((path) => path.startsWith(`libs/${library}/`)).map((path) => [path, read(path)]),
      tests.get(library) ?? '',
    ),
  );
}
