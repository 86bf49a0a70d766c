/**
 * node apps/standalone/dist/migrate.js
 * Brings the backends of a cluster up to date: schemas and roles of PostgreSQL, tables of ClickHouse, topics of Kafka.
 * It may run again at any time and leaves existing parts unchanged. `npm start` does the same for itself.
 *   KAFKA_PARTITIONS    partitions of new topics, 6
 *   KAFKA_REPLICATION   copies of new topics; the brokers' default.replication.factor
 */
import 'reflect-metadata';
import { Config, explainStartError, say } from '@tollgate/platform';
import { bringUpToDate } from './bring-up-to-date.js';

process.env['SERVICE_NAME'] ??= 'migrate';

try {
  const missing = ['DATABASE_URL', 'CLICKHOUSE_URL', 'KAFKA_BROKERS'].filter((name) => !process.env[name]);
  if (missing.includes('DATABASE_URL')) {
    throw new Error(
      'DATABASE_URL is not set. The embedded databases of npm start are brought up to date by npm start.',
    );
  }
  if (!process.env['ENCRYPTION_KEY'])
    throw new Error('ENCRYPTION_KEY is not set: the services would not find the key that secrets are sealed under.');
  for (const name of missing) say(`${name} is not set: left out`);
  let steps = 0;
  const report = (step: string) => {
    steps++;
    say(step);
  };
  await bringUpToDate(new Config(process.env), report, false);
  say(steps === 0 ? 'Everything was up to date.' : 'Everything is up to date.');
} catch (error) {
  say(`Not brought up to date: ${explainStartError(error)}`);
  process.exit(1);
}
process.exit(0);
