// npm run test:fuzz [-- --seconds N --seed N --include PATH_REGEX]
// Runs schemathesis for a limited time against its own standalone service, with well-formed and malformed calls from
// the service's published OpenAPI document. No answer may be a 5xx, none may have a status or a body that the document
// does not state, and the service may accept nothing that the document forbids.
// Closes with `N passed, N failed`, counted in operations and phases.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { say, tail } from '../harness/process.ts';
import { pythonPrograms } from '../python.mjs';
import { startStandalone } from '../harness/standalone.ts';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '150' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    include: { type: 'string' },
  },
});

/** Creates a sandbox organization for the calls; its clock stands still. */
async function apiKey({ baseUrl, adminApiKey }) {
  const response = await fetch(`${baseUrl}/admin/organizations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      organization: { name: 'Fuzz', sandbox: true, frozen_time: '2024-01-01T00:00:00Z', default_currency: 'EUR' },
    }),
  });
  if (!response.ok) throw new Error(`No organization: ${response.status}`);
  return (await response.json()).api_key.value;
}

/** Whether the service still accepts a key. */
const isAccepted = async ({ baseUrl }, key) => {
  const { status } = await fetch(`${baseUrl}/api/v1/taxes`, { headers: { authorization: `Bearer ${key}` } });
  return status === 200;
};

let service;
let child;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    child?.kill('SIGTERM');
    await service?.stop();
    process.exit(130);
  });
}

/** Counts operations without and with a failure. */
function counts(output, status) {
  const sum = (mark) =>
    [...output.matchAll(new RegExp(`${mark} +(\\d+) `, 'g'))].reduce((total, [, count]) => total + Number(count), 0);
  const [passed, failed] = [sum('✅'), sum('❌')];
  return { passed, failed: failed || (status === 0 && passed > 0 ? 0 : 1) };
}

/** Calls that can delete the fuzzer's own key, after which every answer would be 401. They have a separate run. */
const ownKey = '^/api_keys';

function schemathesis(programs, key, directory, { seconds, paths }) {
  const args = [
    '--config-file',
    here('schemathesis.toml'),
    'run',
    `${service.baseUrl}/api/v1/openapi.json`,
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
  child = spawn(join(programs, 'schemathesis'), args, {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONIOENCODING: 'utf8' },
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
    process.stdout.write(data);
  });
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ status: code ?? signal, output })));
}

const directory = mkdtempSync(join(tmpdir(), 'tollgate-fuzz-'));
const programs = await pythonPrograms('fuzz', here('requirements.txt'));
service = await startStandalone();
say(`Seed ${options.seed}, ${options.seconds} seconds`);
const key = await apiKey(service);
const runSettings = options.include
  ? [{ key, seconds: Number(options.seconds), paths: ['--include-path-regex', options.include] }]
  : [
      { key, seconds: Number(options.seconds) * 0.9, paths: ['--exclude-path-regex', ownKey] },
      { key: await apiKey(service), seconds: Number(options.seconds) * 0.1, paths: ['--include-path-regex', ownKey] },
    ];
const runs = [];
for (const settings of runSettings) runs.push(await schemathesis(programs, settings.key, directory, settings));
const isLockedOut = !options.include && !(await isAccepted(service, key));
if (isLockedOut) say('The calls lost their API key: what came after that tried nothing');
// A call that the service logged as failed is a failure, whatever its answer.
const crashed = readFileSync(service.log, 'utf8')
  .split('\n')
  .filter((line) => line.includes('"msg":"call failed"') && line.includes('"level":"error"'));
const counted = runs.map(({ output, status }) => counts(output, status));
const sum = (outcome) => counted.reduce((total, each) => total + each[outcome], 0);
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
