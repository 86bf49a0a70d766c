import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Config, Connections, Metrics, Passes, type Logger } from '@tollgate/platform';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import pg from 'pg';
import { IdentityDatabase } from '../identity.database.js';
import { deleteOldSecurityLogs } from '../security-logs/security-logs.repository.js';
import { OwnRetention } from './own-retention.js';

const config = new Config({
  DATABASE_URL: databaseUrl(),
  ADMIN_API_KEY: 'unused here',
  INTERNAL_TOKEN: 'unused here',
  LOG_LEVEL: 'silent',
});
const quiet = { error: () => undefined } as unknown as Logger;

let client: pg.Client;
let connections: Connections;
beforeAll(async () => {
  client = new pg.Client(databaseUrl());
  await client.connect();
  connections = new Connections(config);
});
afterAll(async () => {
  await client.end();
  await connections.onApplicationShutdown();
});

/** Ages of the entries of an organization, in days. */
const ages = async (organizationId: string) =>
  (
    await client.query<{ days: number }>(
      `select round(extract(epoch from now() - created_at) / 86400)::int as days from identity.security_logs
       where organization_id = $1 and log_event = 'aged' order by 1`,
      [organizationId],
    )
  ).rows.map(({ days }) => days);

it('an organization with a shorter period loses its older entries, and others keep theirs', async () => {
  const [short, long] = [await Sandbox.create(), await Sandbox.create()];
  await short.ok('PUT', '/organizations/retention', { retention: { security_log: 30 } });
  for (const { organizationId } of [short, long])
    await client.query(
      `insert into identity.security_logs (id, organization_id, log_type, log_event, resources, device_info, logged_at, created_at)
       select gen_random_uuid(), $1, 'user', 'aged', '{}', '{}', now(), now() - make_interval(days => days)
       from unnest(array[1, 29, 31, 60]) as days`,
      [organizationId],
    );
  const retention = new OwnRetention(config, new Passes(quiet, new Metrics()));
  await retention.remove(new IdentityDatabase(connections), 'security_log', deleteOldSecurityLogs);
  expect(await ages(short.organizationId)).toEqual([1, 29]);
  expect(await ages(long.organizationId)).toEqual([1, 29, 31, 60]);
});
