// npm run test:fuzz [-- --seconds N --seed N --include PATH_REGEX]
// Runs schemathesis for a limited time against its own standalone service. Its well-formed and malformed calls come from
// the tolerant OpenAPI document: the published one, with all other values that the service takes. No answer may be a 5xx,
// and none may have a status or a body that the document does not state. The service may accept nothing that the document
// forbids.
// Closes with `N passed, N failed`, counted in operations and phases.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { allRoutes, openApiDocument } from '@tollgate/contracts';
import { newOrganization } from '@tollgate/harness/api';
import { say, tail } from '@tollgate/harness/process';
import { type Service, startStandalone } from '@tollgate/harness/standalone';
import { pythonPrograms } from '@tollgate/python/python';
import { fewDrawings } from '../test-settings.mjs';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '150' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    include: { type: 'string' },
  },
});

/** Creates a sandbox organization for the calls; its clock stands still. */
async function apiKey(service: Service): Promise<string> {
  const settings = { name: 'Fuzz', sandbox: true, frozen_time: '2024-01-01T00:00:00Z', default_currency: 'EUR' };
  return (await newOrganization(service, settings)).api.key;
}

/** Writes the document that states everything that the service takes. @returns its file */
function writeDocument(directory: string, { baseUrl }: Service): string {
  const file = join(directory, 'openapi.json');
  const settings = { version: '1.0.0', serverUrl: baseUrl, identifierPrefix: 'svc' };
  writeFileSync(file, JSON.stringify(openApiDocument(allRoutes, { ...settings, bodies: 'tolerant' })));
  return file;
}

/** Whether the service still accepts a key. */
const isAccepted = async ({ baseUrl }: Service, key: string): Promise<boolean> => {
  const { status } = await fetch(`${baseUrl}/api/v1/taxes`, { headers: { authorization: `Bearer ${key}` } });
  return status === 200;
};

interface Counts {
  passed: number;
  failed: number;
}

/** The output of a program, and its exit code or the signal that ended it. */
interface Run {
  output: string;
  status: number | NodeJS.Signals | null;
}

/** Counts operations without and with a failure. */
function countsOf({ output, status }: Run): Counts {
  const sum = (mark: string) =>
    [...output.matchAll(new RegExp(`${mark} +(\\d+) `, 'g'))].reduce((total, [, count]) => total + Number(count), 0);
  const passed = sum('✅');
  const failed = sum('❌');
  return { passed, failed: failed || (status === 0 && passed > 0 ? 0 : 1) };
}

/** Calls that can delete the fuzzer's own key, after which every answer would be 401. They have a separate run. */
const ownKey = '^/api_keys';

/** Calls whose answers go on for minutes: the fuzzer waits for the end of an answer. Specs of their own try them. */
const streams = allRoutes.flatMap(({ path, answerType }) => (answerType === 'text/event-stream' ? [`^${path}$`] : []));

interface RunSettings {
  key: string;
  seconds: number;
  /** Options that pick the calls. */
  paths: string[];
}

function schemathesis(
  service: Service,
  { programs, directory, document }: { programs: string; directory: string; document: string },
  { key, seconds, paths }: RunSettings,
): Promise<Run> {
  const args = [
    '--config-file',
    here('schemathesis.toml'),
    'run',
    document,
    '--url',
    `${service.baseUrl}/api/v1`,
    '--header',
    `Authorization: Bearer ${key}`,
    '--max-time',
    String(seconds),
    '--seed',
    options.seed,
    '--workers',
    '1',
    '--max-examples',
    '1000',
    '--continue-on-failure',
    '--no-color',
    '--request-timeout',
    '30',
    ...paths,
  ];
  const current = spawn(join(programs, 'schemathesis'), args, {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONIOENCODING: 'utf8' },
  });
  child = current;
  let output = '';
  current.stdout.on('data', (data: Buffer) => {
    output += data.toString();
    process.stdout.write(data);
  });
  return new Promise((resolve) => current.once('close', (code, signal) => resolve({ status: code ?? signal, output })));
}

const directory = mkdtempSync(join(tmpdir(), 'tollgate-fuzz-'));
const programs = await pythonPrograms('fuzz', here('requirements.txt'));
const service = await startStandalone({ env: fewDrawings });
let child: ChildProcess | undefined;
async function interrupt(): Promise<never> {
  child?.kill('SIGTERM');
  await service.stop();
  process.exit(130);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void interrupt());
const document = writeDocument(directory, service);
say(`Seed ${options.seed}, ${options.seconds} seconds`);
const key = await apiKey(service);
const runSettings: RunSettings[] = options.include
  ? [{ key, seconds: Number(options.seconds), paths: ['--include-path-regex', options.include] }]
  : [
      { key, seconds: Number(options.seconds) * 0.9, paths: ['--exclude-path-regex', [ownKey, ...streams].join('|')] },
      { key: await apiKey(service), seconds: Number(options.seconds) * 0.1, paths: ['--include-path-regex', ownKey] },
    ];
const runs: Run[] = [];
for (const settings of runSettings) runs.push(await schemathesis(service, { programs, directory, document }, settings));
const isLockedOut = !options.include && !(await isAccepted(service, key));
if (isLockedOut) say('The calls lost their API key: what came after that tried nothing');
// A call that the service logged as failed is a failure, whatever its answer.
const crashed = readFileSync(service.log, 'utf8')
  .split('\n')
  .filter((line) => line.includes('"msg":"call failed"') && line.includes('"level":"error"'));
const counted = runs.map(countsOf);
const sum = (outcome: keyof Counts): number => counted.reduce((total, each) => total + each[outcome], 0);
const passed = sum('passed');
const failed = sum('failed') + crashed.length + (isLockedOut ? 1 : 0);
if (failed > 0)
  say(
    `Again with --seed ${options.seed}. End of the service's log (all of it: ${service.log}):\n${tail(service.log, 15)}`,
  );
await service.stop({ keep: failed > 0 });
rmSync(directory, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
