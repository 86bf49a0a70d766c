// npm run test:sdk-python
// Packs `tollgate` for Python as a wheel, and installs that into a temporary directory. Its types are checked strictly there,
// and its tests play. Programs call a standalone service, and one sends events while that is killed: each must count once.
// Closes with `N passed, N failed`.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newOrganization } from '@tollgate/harness/api';
import { say } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import { startStandalone } from '@tollgate/harness/standalone';
import { pythonPrograms } from '@tollgate/python/python';
import { runToEnd } from './run.ts';
import { nameOfLoad, problemsThroughKills } from './usage-through-kills.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const library = here('../../libs/sdk-python');
const load = { rounds: 5, eventsOfRound: 400 };
const longestRunMs = 300_000;

const programs = await pythonPrograms('sdk', here('sdk-python.txt'));
const python = join(programs, 'python');
const directory = mkdtempSync(join(tmpdir(), 'tollgate-python-'));
const site = join(directory, 'site');
/** Only the installed package, and files of tests, are found by imports. */
const env = { PYTHONPATH: [site, directory].join(':'), MYPYPATH: site, PYTHONDONTWRITEBYTECODE: '1' };
Object.assign(process.env, env);

const run = (args: string[]): Promise<string> => runToEnd(python, args, { cwd: directory, longestMs: longestRunMs });

/** @throws Error if the wheel has other files than it should */
async function install(): Promise<void> {
  const source = join(directory, 'source');
  cpSync(library, source, { recursive: true });
  await runToEnd(python, ['-m', 'hatchling', 'build', '-t', 'wheel', '-d', directory], { cwd: source });
  rmSync(source, { recursive: true });
  const wheel = readdirSync(directory).find((name) => name.endsWith('.whl'));
  if (!wheel) throw new Error('There is no wheel');
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--no-index'];
  await run([...pip, '--target', site, join(directory, wheel)]);
  const others = readdirSync(site).filter((name) => !/^tollgate(-[\d.]+\.dist-info)?$/.test(name));
  if (others.length > 0) throw new Error(`The wheel has ${others.join(', ')}`);
  for (const folder of [join(library, 'tests'), join(library, 'examples'), here('sdk')])
    cpSync(folder, directory, { recursive: true, filter: (path) => !path.endsWith('.ts') });
}

async function play(report: Report): Promise<void> {
  await install();
  report.line(true, 'the wheel installs');
  const files = readdirSync(directory).filter((name) => name.endsWith('.py'));
  await report.attempt('its types hold', async () => {
    say(await run(['-m', 'mypy', '--strict', '--cache-dir', '/dev/null', '-p', 'tollgate']));
    say(await run(['-m', 'mypy', '--strict', '--cache-dir', '/dev/null', ...files]));
  });
  await report.attempt('its tests pass', async () => {
    say(await run(['-m', 'pytest', '-q', '-p', 'no:cacheprovider', directory]));
  });
  const service = await startStandalone();
  try {
    await report.attempt('calls work', async () => {
      const { api } = await newOrganization(service, { name: 'Calls' });
      say(await run([join(directory, 'calls.py'), service.baseUrl, api.key]));
    });
    const program = [python, join(directory, 'usage.py')];
    report.check(nameOfLoad(load), await problemsThroughKills(service, program, load));
  } finally {
    await service.stop({ keep: report.counts.failed > 0 });
  }
}

const report = new Report();
try {
  await play(report);
} catch (error) {
  report.error(error);
}
rmSync(directory, { recursive: true, force: true });
report.finish();
