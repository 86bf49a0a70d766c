// Picks a part of the scenarios and of the integration tests by a text.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { repository } from '@tollgate/harness/process';

interface Scenario {
  name: string;
}

interface Picks {
  file: string;
  scenarios: Scenario[];
}

const filesUnder = (path: string): string[] =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => join(path, name));

/** A file holds one scenario, or a list of them. */
const scenariosOf = (file: string): Scenario[] =>
  [JSON.parse(readFileSync(file, 'utf8')) as Scenario | Scenario[]].flat();

/** Whether a text picks a name: pseudo-randomly one in `share` names. */
export function isPicked(text: string, name: string, share: number): boolean {
  const digest = createHash('sha256').update(`${text} ${name}`).digest();
  return digest.readUInt32BE(0) % share === 0;
}

/**
 * @param root the directory of all scenarios
 * @param suites folders and files below it
 * @param always suites whose scenarios are all picked
 * @param text decides on the others: the same text picks the same
 * @param share of the others, one in this number
 * @returns the files with picked scenarios, and these
 */
export function pickScenarios(
  root: string,
  suites: string[],
  { always, text, share }: { always: string[]; text: string; share: number },
): Picks[] {
  return suites
    .flatMap((suite) => filesUnder(join(root, suite)).map((file) => ({ file, isAlways: always.includes(suite) })))
    .map(({ file, isAlways }) => ({
      file,
      scenarios: scenariosOf(file).filter(
        ({ name }) => isAlways || isPicked(text, `${relative(root, file)} ${name}`, share),
      ),
    }))
    .filter(({ scenarios }) => scenarios.length > 0);
}

/**
 * Writes the picked scenarios of all suites as files of the runner's format. It always picks all of `first`, which
 * exercise every service.
 * @param directory where to
 * @returns the number of scenarios
 */
export function writePicks(directory: string, { text, share }: { text: string; share: number }): number {
  const suites = JSON.parse(readFileSync(join(repository, 'conformance', 'suites.json'), 'utf8')) as string[];
  const picks = pickScenarios(join(repository, 'conformance', 'scenarios'), suites, { always: ['first'], text, share });
  for (const { file, scenarios } of picks) {
    const folder = join(directory, basename(dirname(file)));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, basename(file)), JSON.stringify(scenarios));
  }
  return picks.reduce((sum, { scenarios }) => sum + scenarios.length, 0);
}

/** Integration tests of which a part runs with brokers and Redis alone. */
const ofBackends = /KAFKA_BROKERS|REDIS_URL/;

/**
 * Picks integration tests: those that need the backends of a cluster, and of the others one in `share`.
 * @returns patterns of their paths
 */
export function pickIntegrationTests({ text, share }: { text: string; share: number }): string[] {
  return ['apps', 'libs']
    .flatMap((folder) => globSync(`${folder}/**/src/**/*.integration.spec.ts`, { cwd: repository }))
    .filter((path) => !path.includes('node_modules'))
    .sort()
    .filter((path) => isPicked(text, path, share) || ofBackends.test(readFileSync(join(repository, path), 'utf8')))
    .map((path) => path.replaceAll('.', '\\.'));
}
