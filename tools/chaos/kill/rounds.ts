// A service under load of plain events and of events that are charged one by one. Each round kills it at a random moment,
// alone or together with its PostgreSQL, and restarts it as a supervisor does. Or it kills PostgreSQL alone, and the
// service recovers. Clients repeat unanswered requests. Then each answered event must count once in usage and have one
// fee. At the end the month is billed and every fee must be right.
//   --seconds N       begins no more rounds after that
//   --victims NAMES   victims of successive rounds: of service, both, database, start, separated by commas; or the service at
//                     a moment of its journal: journal (events are durable there), block (they are on their way into the
//                     usage store), done (they are there, and it is noted), segment (a file was deleted)
import { sleep } from '@tollgate/harness/process';
import type { Standalone } from '@tollgate/harness/standalone';
import { act } from '../act.ts';
import type { Stage } from '../stage.ts';
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
  victims: Victim[];
}

async function playRounds(stage: Stage, { count, seconds, victims }: Rounds): Promise<void> {
  const { report, seed } = stage;
  const random = new Random(seed);
  const service = await stage.embeddedService({ EVENT_JOURNAL_BYTES: String(journalBytes) });
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
  for (let round = 1; round <= count && Date.now() < end; round++) {
    const victim = victimOf(round, victims);
    const begun = Date.now();
    await play(service, organizations, victim, random);
    // The total grows: all of it is checked now and then, and at the end.
    const problems =
      round % 5 === 0
        ? (await Promise.all(organizations.map((life) => life.checkRunning()))).flat()
        : await sandbox.checkRunning();
    const took = ((Date.now() - begun) / 1000).toFixed(1);
    if (!report.check(`round ${round}: SIGKILL, ${victim} (${took} s)`, problems)) break;
  }
  report.check('by the wall clock everything is counted once', await real.checkRunning());
  report.check('the month is billed exactly', await sandbox.check());
  report.check(
    'every answer was a proper one',
    real.streams.flatMap(({ faults }) => faults),
  );
}

export const kill = act({
  name: 'kill',
  options: { rounds: '24', seconds: '86400', victims: order },
  play: (stage, { rounds, seconds, victims }) =>
    playRounds(stage, { count: Number(rounds), seconds: Number(seconds), victims: victimsOf(victims) }),
});
