// npm run test:storm [-- --seconds N] [--seed S] [--replicas N] [--organizations N] [--no-odd] [--restore]
// Puts a cluster with two replicas of every service under load with odd input. Meanwhile, determined by a seed,
// processes are killed or suspended, Kafka, Redis, PostgreSQL and ClickHouse are unavailable for a time, and Redis
// loses all its data. Clients repeat unanswered requests. After the trouble, clocks advance over the ends of months,
// and every fee and invoice must match a second, naive computation from the answered events. With --restore, its
// databases are then restored elsewhere and continue billing (restore.mjs).
// A failure prints the seed, the problems, and the outages with their times. Closes with `N passed, N failed`.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Api } from '@tollgate/harness/api';
import { Organization } from '@tollgate/chaos/storm/organization';
import { Random } from '@tollgate/chaos/storm/random';
import { Chaos } from './chaos.ts';
import { say } from '@tollgate/harness/process';

/** Dead letters of well-formed messages: organizations with billable events alone must have none. */
async function parkedOf(cluster, organizations) {
  const { parked } = await new Api(cluster.baseUrl, cluster.adminApiKey).ok('GET', '/admin/parked?per_page=100');
  const sound = new Map(
    organizations.filter(({ poisonAccepted }) => !poisonAccepted).map(({ id, name }) => [id, name]),
  );
  return parked
    .filter(({ organization_id: id }) => sound.has(id))
    .map((item) => `parked: ${sound.get(item.organization_id)}, ${JSON.stringify(item).slice(0, 400)}`);
}

/**
 * Plays a storm on a running cluster.
 * @param seconds how long trouble lasts
 * @returns `{ passed, failed }`: each organization counts as one
 */
export async function storm(cluster, { seconds = 60, seed = '1', organizations = 3, odd = true } = {}) {
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
  let lost;
  const troubled = chaos
    .run(over)
    .catch((error) => (lost = error))
    .finally(() => (calm = true));
  // Load continues until every part is back.
  await Promise.all([troubled, ...lives.map((organization) => organization.live(() => over() && calm))]);
  if (lost) throw new Error(`${lost.message}\nSeed ${seed}. What was away:\n${chaos.log.join('\n')}`, { cause: lost });
  say(`Calm after ${chaos.log.length} troubles; looking everything through`);
  const counts = { passed: 0, failed: 0 };
  for (const [organization, problems] of await Promise.all(lives.map(async (life) => [life, await life.check()]))) {
    const total = (what) => organization.streams.reduce((sum, stream) => sum + stream.counts[what], 0);
    const summary = `${total('events')} events in ${organization.month} months, ${organization.api.repeats} calls repeated, ${total('odd')} odd posts`;
    counts[problems.length === 0 ? 'passed' : 'failed']++;
    console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'}  ${organization.name}: ${summary}`);
    for (const problem of problems) console.log(`        ${problem}`);
  }
  const parked = await parkedOf(cluster, lives);
  counts[parked.length === 0 ? 'passed' : 'failed']++;
  console.log(`${parked.length === 0 ? 'ok    ' : 'FAILED'}  nothing is parked that can be billed`);
  for (const line of parked) console.log(`        ${line}`);
  if (counts.failed > 0) console.log(`Seed ${seed}. What was away:\n${chaos.log.join('\n')}`);
  return counts;
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
  let cluster;
  const interrupted = async () => {
    await cluster?.stop();
    process.exit(130);
  };
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  cluster = await startCluster({ replicas: Number(values.replicas), dir: values.dir });
  const settings = {
    seconds: Number(values.seconds),
    seed: values.seed,
    organizations: Number(values.organizations),
    odd: !values['no-odd'],
  };
  const counts = { passed: 0, failed: 0 };
  const add = async (work) => {
    const { passed, failed } = await work().catch((error) => {
      console.log(`FAILED  ${error.stack}\nSeed ${values.seed}`);
      return { passed: 0, failed: 1 };
    });
    counts.passed += passed;
    counts.failed += failed;
  };
  await add(() => storm(cluster, settings));
  if (values.restore && counts.failed === 0) {
    const { restore } = await import('./restore.ts');
    await add(() => restore(cluster, startCluster));
  }
  const { passed, failed } = counts;
  await cluster.stop({ keep: failed > 0 || values.dir !== undefined });
  if (failed > 0) say(`Logs: ${join(cluster.dir, 'logs')}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
