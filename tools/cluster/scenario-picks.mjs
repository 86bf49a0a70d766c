// A part of the scenarios that a text decides on.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { repository } from './process.mjs';

const filesUnder = (path) =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true })
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => join(path, name));

/** Whether a text picks a name: of `share` names one, as good as by chance. */
export function isPicked(text, name, share) {
  const digest = createHash('sha256').update(`${text} ${name}`).digest();
  return digest.readUInt32BE(0) % share === 0;
}

/**
 * @param root the directory of all scenarios
 * @param suites folders and files below it
 * @param always suites whose scenarios are all picked
 * @param text decides on the others: the same text picks the same
 * @param share of the others, one in so many
 * @returns `{ file, scenarios }` of files in which something is picked
 */
export function pickScenarios(root, suites, { always, text, share }) {
  return suites
    .flatMap((suite) => filesUnder(join(root, suite)).map((file) => ({ file, isAlways: always.includes(suite) })))
    .map(({ file, isAlways }) => ({
      file,
      scenarios: JSON.parse(readFileSync(file, 'utf8')).filter(
        ({ name }) => isAlways || isPicked(text, `${relative(root, file)} ${name}`, share),
      ),
    }))
    .filter(({ scenarios }) => scenarios.length > 0);
}

/**
 * Writes those of all suites that are picked as files of the runner's format: all of `first`, which walk through every service.
 * @param directory where to
 * @returns how many
 */
export function writePicks(directory, { text, share }) {
  const suites = JSON.parse(readFileSync(join(repository, 'conformance', 'suites.json'), 'utf8'));
  const picks = pickScenarios(join(repository, 'conformance', 'scenarios'), suites, { always: ['first'], text, share });
  for (const { file, scenarios } of picks) {
    const folder = join(directory, basename(dirname(file)));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, basename(file)), JSON.stringify(scenarios));
  }
  return picks.reduce((sum, { scenarios }) => sum + scenarios.length, 0);
}
