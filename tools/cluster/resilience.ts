// node tools/cluster/resilience.ts
// The demo sends usage and reads the invoices. It runs once undisturbed, then once for each victim below, which is
// killed with SIGKILL twice in the middle of the run and restarted a moment later. The invoices' figures must be the
// same every time: nothing lost, nothing counted twice.
// The demo repeats each request without an answer or with an answer of 502, 503 or 504 (with the same transaction ids).
// `--json FILE` writes figures that do not depend on identifiers or on the time of day.
import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { repository, say, sleep, tail } from '@tollgate/harness/process';

const victims = ['ingestion', 'invoicing', 'subscription', 'catalog', 'webhook-delivery', 'kafka', 'redis'];
const killsAt = ['25%', '75%']; // of the events sent, as the demo's own lines tell
const downMs = 1000;

/** Starts the demo; `ended` resolves to `{ code, ms, figures }`. */
function demo(cluster, label, timeoutMs) {
  const log = join(cluster.dir, 'logs', `demo-${label}.log`);
  const file = join(cluster.dir, `figures-${label}.json`);
  const begun = performance.now();
  const child = spawn(process.execPath, ['tools/demo/demo.mjs', '--json', file], {
    cwd: repository,
    env: { ...process.env, ...cluster.env, BASE_URL: cluster.baseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = createWriteStream(log);
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const run = { log, running: true, abandon: () => child.kill('SIGKILL') };
  run.ended = new Promise((resolve) => {
    const over = (code) => {
      clearTimeout(timer);
      run.running = false;
      resolve({
        code,
        ms: performance.now() - begun,
        figures: code === 0 ? JSON.parse(readFileSync(file, 'utf8')) : undefined,
      });
    };
    child.once('error', (error) => over(error.message));
    child.once('close', (code, signal) => over(code ?? signal));
  });
  return run;
}

function firstDifference(actual, expected, at = 'figures') {
  if (isDeepStrictEqual(actual, expected)) return undefined;
  if (actual && expected && typeof actual === 'object' && typeof expected === 'object') {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const found = firstDifference(actual[key], expected[key], `${at}.${key}`);
      if (found) return found;
    }
  }
  return `${at}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
}

const reached = (run, mark) => existsSync(run.log) && readFileSync(run.log, 'utf8').includes(`  ${mark}  `);

async function disturbed(cluster, name, reference) {
  const victim = cluster.services[name] ?? cluster.backends[name];
  const run = demo(cluster, name, Math.max(300_000, reference.ms * 5));
  let kills = 0;
  try {
    for (const mark of killsAt) {
      while (run.running && !reached(run, mark)) await sleep(50);
      if (!run.running) break;
      await victim.kill('SIGKILL');
      kills++;
      await sleep(downMs);
      await victim.start();
    }
  } catch (error) {
    run.abandon();
    throw error;
  }
  const { code, ms, figures } = await run.ended;
  if (code !== 0) throw new Error(`the demo ended with ${code}; end of ${run.log}:\n${tail(run.log)}`);
  if (kills === 0) throw new Error('the demo was over before anything was killed');
  const difference = firstDifference(figures, reference.figures);
  if (difference) throw new Error(difference);
  return `killed ${kills === 1 ? 'once' : 'twice'}, same figures (${(ms / 1000).toFixed(1)} s)`;
}

/** Runs everything on a started cluster; answers how many passed and failed. */
export async function resilience(cluster) {
  const counts = { passed: 0, failed: 0 };
  const attempt = async (name, work) => {
    try {
      const text = await work();
      counts.passed++;
      console.log(`ok      ${name}: ${text}`);
      return true;
    } catch (error) {
      counts.failed++;
      console.log(`FAILED  ${name}: ${error.message}`);
      return false;
    }
  };
  let reference;
  const usable = await attempt('undisturbed', async () => {
    const run = demo(cluster, 'undisturbed', 600_000);
    reference = await run.ended;
    if (reference.code !== 0)
      throw new Error(`the demo ended with ${reference.code}; end of ${run.log}:\n${tail(run.log)}`);
    return `the demo's invoices are right (${(reference.ms / 1000).toFixed(1)} s)`;
  });
  if (!usable) return counts;
  for (const name of victims) await attempt(name, () => disturbed(cluster, name, reference));
  return counts;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { buildIfMissing, startCluster } = await import('./up.ts');
  buildIfMissing();
  const cluster = await startCluster();
  const { passed, failed } = await resilience(cluster);
  await cluster.stop({ keep: failed > 0 });
  if (failed > 0) say(`Logs: ${join(cluster.dir, 'logs')}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
