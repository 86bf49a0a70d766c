// npm run test:fuzz [-- --seconds N --seed N --include PATH_REGEX]
// Plays schemathesis at a standalone service of its own: for a bounded time, calls made from the OpenAPI document that
// the service publishes, well-formed and malformed. No answer may be a 5xx, none may have a status or a body that the
// document does not state, and nothing that the document forbids may be accepted.
// Closes with `N passed, N failed`, counted in operations and phases.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { say, tail } from '../cluster/process.mjs';
import { pythonPrograms } from '../python.mjs';
import { startStandalone } from '../standalone.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '150' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    include: { type: 'string' },
  },
});

/** A sandbox organization for the calls; its clock stands still. */
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

/** Whether a key still lets calls in. */
const lives = async ({ baseUrl }, key) => {
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

/** Operations without and with a failure. */
function counts(output, status) {
  const sum = (mark) =>
    [...output.matchAll(new RegExp(`${mark} +(\\d+) `, 'g'))].reduce((total, [, count]) => total + Number(count), 0);
  const [passed, failed] = [sum('✅'), sum('❌')];
  return { passed, failed: failed || (status === 0 && passed > 0 ? 0 : 1) };
}

/** Calls that can take the fuzzer its own key; behind it every answer would be 401. They have a turn of their own. */
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
const turns = options.include
  ? [{ key, seconds: Number(options.seconds), paths: ['--include-path-regex', options.include] }]
  : [
      { key, seconds: Number(options.seconds) * 0.9, paths: ['--exclude-path-regex', ownKey] },
      { key: await apiKey(service), seconds: Number(options.seconds) * 0.1, paths: ['--include-path-regex', ownKey] },
    ];
const runs = [];
for (const turn of turns) runs.push(await schemathesis(programs, turn.key, directory, turn));
const isLockedOut = !options.include && !(await lives(service, key));
if (isLockedOut) say('The calls lost their API key: what came after that tried nothing');
// A call that the service itself logged as failed is a failure, whatever was answered.
const crashed = readFileSync(service.log, 'utf8')
  .split('\n')
  .filter((line) => line.includes('"msg":"call failed"') && line.includes('"level":"error"'));
const counted = runs.map(({ output, status }) => counts(output, status));
const sum = (what) => counted.reduce((total, each) => total + each[what], 0);
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
