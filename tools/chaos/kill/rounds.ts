// npm run test:kill [-- --rounds N] [--seed S] [--seconds N] [--victims NAMES]
// A standalone service under load of plain events and of events that are charged one by one. Each round kills it at a
// random moment, alone or together with its PostgreSQL, and restarts it as a supervisor does. Or it kills PostgreSQL
// alone, and the service recovers. Clients repeat unanswered requests. Then each answered event must count once in
// usage and have one fee. At the end the month is billed and every fee must be right. Closes with `N passed, N failed`.
//   --seconds   begins no more rounds after that
//   --victims   victims of successive rounds: of service, both, database, start, separated by commas; or the service at
//               a moment of its journal: journal (events are durable there), block (they are on their way into the usage
//               store), done (they are there, and it is noted), segment (a file was deleted)
import { parseArgs } from 'node:util';
import { say, sleep } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import { type Standalone, startStandalone } from '@tollgate/harness/standalone';
import { Organization } from '../storm/organization.ts';
import { Random } from '../storm/random.ts';
import { type Victim, kills, victimOf, victimsOf } from './victims.ts';

const order = 'service,both,database,journal,service,block,start,done,segment,block';
/** Small files, so some are deleted in each round. */
const journalBytes = 256 * 1024;

/** One round: load, a kill, all posts answered. */
async function play(service: Standalone, organizations: Organization[], victim: Victim, random: Random): Promise<void> {
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

interface Rounds {
  count: number;
  /** No round begins after that. */
  seconds: number;
  seed: string;
  victims: Victim[];
  report: Report;
}

async function rounds({ count, seconds, seed, victims, report }: Rounds): Promise<void> {
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
    const check = (name: string, problems: string[]) => {
      keep ||= problems.length > 0;
      return report.check(name, problems);
    };
    for (let round = 1; round <= count && Date.now() < end; round++) {
      const victim = victimOf(round, victims);
      const begun = Date.now();
      await play(service, organizations, victim, random);
      // The total grows: all of it is checked now and then, and at the end.
      const problems =
        round % 5 === 0
          ? (await Promise.all(organizations.map((life) => life.checkRunning()))).flat()
          : await sandbox.checkRunning();
      if (!check(`round ${round}: SIGKILL, ${victim} (${((Date.now() - begun) / 1000).toFixed(1)} s)`, problems)) break;
    }
    check('by the wall clock everything is counted once', await real.checkRunning());
    check('the month is billed exactly', await sandbox.check());
    check(
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
const { rounds: count, seconds, seed } = values;
const victims = victimsOf(values.victims);
const report = new Report();
say(`Seed ${seed}`);
try {
  await rounds({ count: Number(count), seconds: Number(seconds), seed, victims, report });
} catch (error) {
  report.error(error, `Seed ${seed}`);
}
report.finish();
