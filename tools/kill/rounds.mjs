// npm run test:kill [-- --rounds N] [--seed S] [--seconds N] [--victims NAMES]
// A standalone service under load of plain events and of events that are charged one by one. Each round kills it at a
// random moment, alone or together with its PostgreSQL, and restarts it as a supervisor does; or it kills PostgreSQL
// alone, and the service recovers. Clients repeat unanswered requests. Then each answered event must count once in
// usage and have one fee; at the end the month is billed and every fee must be right. Closes with `N passed, N failed`.
//   --seconds   begins no more rounds after that
//   --victims   victims of successive rounds: of service, both, database, start, separated by commas; or the service at
//               a moment of its journal: journal (events are durable there), block (they are on their way into the usage
//               store), done (they are there, and it is noted), segment (a file was deleted)
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { say } from '../harness/process.ts';
import { startStandalone } from '../harness/standalone.ts';
import { Organization } from '../storm/organization.mjs';
import { Random } from '../storm/random.mjs';

const recoveryMs = 120_000;

const isReady = (baseUrl) =>
  fetch(`${baseUrl}/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether a PostgreSQL other than the killed one is serving. */
function hasOtherDatabase(service, killed) {
  try {
    return service.databasePid !== killed;
  } catch {
    return false; // between two servers there is no process file
  }
}

/** Waits until the still running service is ready on another PostgreSQL. */
async function waitForRecovery(service, killed) {
  const deadline = Date.now() + recoveryMs;
  for (;;) {
    if (!service.pid) throw new Error('the service ended when PostgreSQL was killed');
    if (hasOtherDatabase(service, killed) && (await isReady(service.baseUrl))) return;
    if (Date.now() > deadline)
      throw new Error(`the service is not ready ${recoveryMs / 1000} s after PostgreSQL was killed`);
    await sleep(100);
  }
}

/** The victims, and how each comes back. */
const kills = {
  service: async (service) => {
    await service.kill('SIGKILL');
    await service.start();
  },
  both: async (service) => {
    const database = service.databasePid;
    await Promise.all([service.kill('SIGKILL'), killDatabase(database)]);
    await service.start();
  },
  database: async (service) => {
    const database = service.databasePid;
    killDatabase(database);
    await waitForRecovery(service, database);
  },
  /** Kills the service, and again while it starts. */
  start: async (service, random) => {
    await service.kill('SIGKILL');
    const starting = service.start().catch(() => undefined);
    await sleep(random.int(100, 2_500));
    await service.kill('SIGKILL');
    await starting;
    await service.start();
  },
};
const order = 'service,both,database,journal,service,block,start,done,segment,block';
const longestMomentMs = 5_000;
/** Small files, so some are deleted in each round. */
const journalBytes = 256 * 1024;

/** Kills the service at a moment of its journal plus a delay; if the moment does not come, kills it anyway. */
const killAt = (isMoment, latestMs) => async (service, random) => {
  const late = random.int(0, latestMs);
  let watcher;
  await new Promise((resolve) => {
    watcher = watch(join(service.dir, 'journal'), (event, name) => isMoment(event, name) && resolve());
    setTimeout(resolve, longestMomentMs).unref();
  });
  watcher.close();
  if (late > 0) await sleep(late);
  await service.kill('SIGKILL');
  await service.start();
};
const isSegment = (name) => name?.endsWith('.events');
Object.assign(kills, {
  journal: killAt((event, name) => event === 'change' && isSegment(name), 0),
  block: killAt((event, name) => event === 'change' && isSegment(name), 150),
  done: killAt((event, name) => event === 'change' && name === 'done', 0),
  segment: killAt((event, name) => event === 'rename' && isSegment(name), 5),
});

function killDatabase(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** One round: load, a kill, all posts answered. */
async function play(service, organizations, victim, random) {
  let over = false;
  const streams = organizations.flatMap((organization) => organization.streams);
  const running = Promise.all(streams.map((stream) => stream.run(() => over)));
  // After the service is down, no poster waits for its answers.
  running.catch(() => undefined);
  await sleep(random.int(200, 2_000));
  await kills[victim](service, random);
  await sleep(random.int(0, 500));
  over = true;
  await running;
}

async function rounds({ count, seconds, seed, victims, counts }) {
  const random = new Random(seed);
  const service = await startStandalone({ env: { EVENT_JOURNAL_BYTES: String(journalBytes) } });
  let keep = false;
  try {
    const load = { customers: 1, paceMs: 30, odd: false };
    const sandbox = await Organization.create(service, { name: 'turned', random: random.of('turned'), ...load });
    const real = await Organization.create(service, {
      name: 'walled',
      random: random.of('walled'),
      byWallClock: true,
      ...load,
    });
    const organizations = [sandbox, real];
    const end = Date.now() + seconds * 1000;
    const report = (name, problems) => {
      counts[problems.length === 0 ? 'passed' : 'failed']++;
      keep ||= problems.length > 0;
      console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'}  ${name}`);
      for (const problem of problems) console.log(`        ${problem}`);
      return problems.length === 0;
    };
    for (let round = 1; round <= count && Date.now() < end; round++) {
      const victim = victims[(round - 1) % victims.length];
      const begun = Date.now();
      await play(service, organizations, victim, random);
      // The total grows: all of it is checked now and then, and at the end.
      const problems =
        round % 5 === 0
          ? (await Promise.all(organizations.map((life) => life.checkRunning()))).flat()
          : await sandbox.checkRunning();
      if (!report(`round ${round}: SIGKILL, ${victim} (${((Date.now() - begun) / 1000).toFixed(1)} s)`, problems))
        break;
    }
    report('by the wall clock everything is counted once', await real.checkRunning());
    report('the month is billed exactly', await sandbox.check());
    report(
      'every answer was a proper one',
      real.streams.flatMap(({ faults }) => faults),
    );
  } finally {
    await service.stop({ keep });
    if (keep) say(`Seed ${seed}. Data and log: ${service.dir}`);
  }
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '86400' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    victims: { type: 'string', default: order },
  },
});
const victims = values.victims.split(',');
const unknown = victims.filter((name) => !(name in kills));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not one of ${Object.keys(kills).join(', ')}`);
const counts = { passed: 0, failed: 0 };
say(`Seed ${values.seed}`);
try {
  await rounds({ count: Number(values.rounds), seconds: Number(values.seconds), seed: values.seed, victims, counts });
} catch (error) {
  counts.failed++;
  console.log(`FAILED  ${error.stack}\nSeed ${values.seed}`);
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);
