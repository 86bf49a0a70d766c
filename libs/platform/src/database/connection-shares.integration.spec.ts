import { expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseUrl, Sandbox, waitFor } from '@tollgate/testing';

it('an organization whose calls block each other leaves connections for all others', async () => {
  const [busy, other] = [await Sandbox.create(), await Sandbox.create()];
  const holder = new pg.Client(databaseUrl());
  // The watcher has its own connection: a transaction sees a fixed picture of the others.
  const watcher = new pg.Client(databaseUrl());
  await holder.connect();
  await watcher.connect();
  try {
    await holder.query('begin');
    await holder.query('select from identity.organizations where id = $1 for update', [busy.organizationId]);
    const invite = (nth: number) => ({ invite: { email: `person-${nth}@example.com`, roles: ['admin'] } });
    // As many calls as a process runs concurrently: more than a service has connections.
    const calls = Array.from({ length: 16 }, (_, nth) => busy.call('POST', '/invites', invite(nth)));
    await waitFor('calls that wait for the organization', async () => {
      const { rows } = await watcher.query<{ waiting: number }>(`
        select count(*)::int as waiting from pg_stat_activity
        where wait_event_type = 'Lock' and application_name = 'tollgate identity'`);
      return (rows[0]?.waiting ?? 0) >= 8;
    });
    expect((await other.call('POST', '/invites', invite(0))).status).toBe(200);
    await holder.query('rollback');
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
  } finally {
    await holder.end();
    await watcher.end();
  }
});
