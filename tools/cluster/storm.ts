// npm run test:storm [-- --seconds N] [--seed S] [--replicas N] [--organizations N] [--no-odd] [--restore]
// Puts a cluster with two replicas of every service under load with odd input. A seed determines the trouble meanwhile.
// Processes are killed or suspended, Kafka, Redis, PostgreSQL and ClickHouse are unavailable for a time, and Redis
// loses all its data. Clients repeat unanswered requests. After the trouble, clocks advance over the ends of months,
// and every fee and invoice must match a second, naive computation from the answered events. With --restore, its
// databases are then restored elsewhere and continue billing (restore.ts). A failure prints the seed, the problems, and
// the outages with their times. Closes with `N passed, N failed`.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Api } from '@tollgate/harness/api';
import { Organization } from '@tollgate/chaos/storm/organization';
import { Random } from '@tollgate/chaos/storm/random';
import { type Counts, Report, messageOf } from '@tollgate/harness/report';
import { Chaos } from './chaos.ts';
import type { Cluster } from './parts.ts';
import { stopOnSignals } from './signals.ts';
import { say } from '@tollgate/harness/process';

/** Dead letters of well-formed messages: organizations with billable events alone must have none. */
async function parkedOf(cluster: Cluster, organizations: Organization[]): Promise<string[]> {
  const { parked } = await new Api(cluster.baseUrl, cluster.adminApiKey).ok<{ parked: { organization_id: string }[] }>(
    'GET',
    '/admin/parked?per_page=100',
  );
  const sound = new Map(
    organizations.filter(({ poisonAccepted }) => !poisonAccepted).map(({ id, name }) => [id, name]),
  );
  return parked
    .filter(({ organization_id: id }) => sound.has(id))
    .map((item) => `parked: ${sound.get(item.organization_id)}, ${JSON.stringify(item).slice(0, 400)}`);
}

interface StormSettings {
  /** How long trouble lasts. */
  seconds: number;
  seed: string;
  /** How many, besides one with an event that no invoice can bill. */
  organizations: number;
  /** Whether odd input is mixed in. */
  odd: boolean;
}

/**
 * Plays a storm on a running cluster.
 * @returns each organization counts as one
 */
export async function storm(cluster: Cluster, { seconds, seed, organizations, odd }: StormSettings): Promise<Counts> {
  const random = new Random(seed);
  say(`Storm: ${seconds} s, seed ${seed}`);
  const chaos = new Chaos(cluster, random.of('chaos'), {
    longestMs: Math.max(4_000, Math.min(120_000, (seconds * 1000) / 10)),
  });
  const lives = await Promise.all(
    Array.from({ length: organizations + 1 }, (_, index) => {
      const poisoned = index === organizations;
      const name = poisoned ? 'poison' : `storm${index + 1}`;
      return Organization.create(cluster, {
        name,
        random: random.of(name),
        customers: poisoned ? 1 : 2,
        poisoned,
        odd,
      });
    }),
  );
  const end = Date.now() + seconds * 1000;
  const over = () => Date.now() > end;
  let calm = false;
  let lost: unknown;
  const troubled = chaos
    .run(over)
    .catch((error: unknown) => (lost = error))
    .finally(() => (calm = true));
  // Load continues until every part is back.
  await Promise.all([troubled, ...lives.map((organization) => organization.live(() => over() && calm))]);
  if (lost)
    throw new Error(`${messageOf(lost)}\nSeed ${seed}. What was away:\n${chaos.log.join('\n')}`, { cause: lost });
  say(`Calm after ${chaos.log.length} troubles; looking everything through`);
  const report = new Report();
  const checked = await Promise.all(lives.map(async (life) => ({ life, problems: await life.check() })));
  for (const { life, problems } of checked) report.check(`${life.name}: ${summaryOf(life)}`, problems);
  report.check('nothing is parked that can be billed', await parkedOf(cluster, lives));
  if (report.counts.failed > 0) console.log(`Seed ${seed}. What was away:\n${chaos.log.join('\n')}`);
  return report.counts;
}

function summaryOf({ streams, month, api }: Organization): string {
  const total = (what: 'events' | 'odd') => streams.reduce((sum, stream) => sum + stream.counts[what], 0);
  return `${total('events')} events in ${month} months, ${api.repeats} calls repeated, ${total('odd')} odd posts`;
}

async function main() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '120' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      replicas: { type: 'string', default: '2' },
      organizations: { type: 'string', default: '3' },
      'no-odd': { type: 'boolean', default: false },
      dir: { type: 'string' },
      restore: { type: 'boolean', default: false },
    },
  });
  const { buildIfMissing, startCluster } = await import('./up.ts');
  buildIfMissing();
  const started: { cluster?: Cluster } = {};
  stopOnSignals(() => started.cluster);
  const cluster = await startCluster({ replicas: Number(values.replicas), dir: values.dir });
  started.cluster = cluster;
  const settings = {
    seconds: Number(values.seconds),
    seed: values.seed,
    organizations: Number(values.organizations),
    odd: !values['no-odd'],
  };
  const report = new Report();
  const add = async (work: () => Promise<Counts>): Promise<void> => {
    try {
      report.add(await work());
    } catch (error) {
      report.error(error, `Seed ${values.seed}`);
    }
  };
  await add(() => storm(cluster, settings));
  if (values.restore && report.counts.failed === 0) {
    const { restore } = await import('./restore.ts');
    await add(() => restore(cluster, startCluster));
  }
  const { failed } = report.counts;
  await cluster.stop({ keep: failed > 0 || values.dir !== undefined });
  if (failed > 0) say(`Logs: ${join(cluster.dir, 'logs')}`);
  report.finish();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    console.error(messageOf(error));
    process.exit(1);
  });
}
