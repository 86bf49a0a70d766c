// node tools/cluster/resilience.ts
// The demo sends usage and reads the invoices. It runs once undisturbed, then once for each victim below. The victim is
// killed with SIGKILL twice in the middle of the run and restarted a moment later. The invoices' figures must be the
// same every time: nothing lost, nothing counted twice. The demo repeats each request without an answer or with an
// answer of 502, 503 or 504 (with the same transaction ids). `--json FILE` writes figures that do not depend on
// identifiers or on the time of day.
import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repository, say, sleep, tail } from '@tollgate/harness/process';
import { type Counts, Report, messageOf } from '@tollgate/harness/report';
import { firstDifference } from './difference.ts';
import type { Cluster } from './parts.ts';

const victims = ['ingestion', 'invoicing', 'subscription', 'catalog', 'webhook-delivery', 'kafka', 'redis'] as const;
const killsAt = ['25%', '75%']; // of the events sent, as the demo's own lines report
const downMs = 1000;

/** How a run of the demo ended. */
interface DemoEnd {
  /** Its exit code, the signal that ended it, or why it did not start. */
  code: number | string | null;
  ms: number;
  /** Undefined unless it ended well. */
  figures: unknown;
}

interface DemoRun {
  log: string;
  isRunning: () => boolean;
  abandon: () => void;
  ended: Promise<DemoEnd>;
}

/** Starts the demo. */
function demo(cluster: Cluster, label: string, timeoutMs: number): DemoRun {
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
  let running = true;
  const ended = new Promise<DemoEnd>((resolve) => {
    const over = (code: DemoEnd['code']) => {
      clearTimeout(timer);
      running = false;
      const figures: unknown = code === 0 ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
      resolve({ code, ms: performance.now() - begun, figures });
    };
    child.once('error', (error) => over(error.message));
    child.once('close', (code, signal) => over(code ?? signal));
  });
  return { log, isRunning: () => running, abandon: () => child.kill('SIGKILL'), ended };
}

const reached = (run: DemoRun, mark: string): boolean =>
  existsSync(run.log) && readFileSync(run.log, 'utf8').includes(`  ${mark}  `);

async function disturbed(cluster: Cluster, name: (typeof victims)[number], reference: DemoEnd): Promise<string> {
  const victim = { ...cluster.services, ...cluster.backends }[name];
  const run = demo(cluster, name, Math.max(300_000, reference.ms * 5));
  let kills = 0;
  try {
    for (const mark of killsAt) {
      while (run.isRunning() && !reached(run, mark)) await sleep(50);
      if (!run.isRunning()) break;
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
export async function resilience(cluster: Cluster): Promise<Counts> {
  const report = new Report();
  const attempt = async (name: string, work: () => Promise<string>): Promise<void> => {
    try {
      report.line(true, `${name}: ${await work()}`);
    } catch (error) {
      report.line(false, `${name}: ${messageOf(error)}`);
    }
  };
  const run = demo(cluster, 'undisturbed', 600_000);
  const end = await run.ended;
  const isUsable = end.code === 0;
  const outcome = isUsable
    ? `the demo's invoices are right (${(end.ms / 1000).toFixed(1)} s)`
    : `the demo ended with ${end.code}; end of ${run.log}:\n${tail(run.log)}`;
  if (!report.line(isUsable, `undisturbed: ${outcome}`)) return report.counts;
  for (const name of victims) await attempt(name, () => disturbed(cluster, name, end));
  return report.counts;
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
