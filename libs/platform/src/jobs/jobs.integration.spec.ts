import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseUrl, Sandbox, waitFor } from '@tollgate/testing';
import { newId } from '../ids.js';

/** Jobs that their queue lost, as after a flush of Redis: the table records that they are pending. */
describe('a job that its queue has lost', () => {
  let client: pg.Client;
  let sandbox: Sandbox;

  beforeAll(async () => {
    client = new pg.Client(databaseUrl());
    await client.connect();
    sandbox = await Sandbox.create();
  });
  afterAll(() => client.end());

  const record = (job: string, id: string, payload: object, restored = 0) =>
    client.query(
      `insert into platform.pending_jobs (organization_id, job, id, payload, asked_at, looked_at_after, restored) values ($1, $2, $3, $4, now(), now(), $5)`,
      [sandbox.organizationId, job, id, payload, restored],
    );
  const isPending = async (id: string) =>
    (await client.query('select from platform.pending_jobs where id = $1', [id])).rowCount !== 0;
  const payload = () => ({ organization_id: sandbox.organizationId, request_id: null, key: '0' });

  it('is queued again, and blocks a test clock', async () => {
    const id = newId();
    await record('billing-run', id, payload());
    await sandbox.advanceClock('2024-01-02T00:00:00Z');
    expect(await isPending(id)).toBe(false);
  });

  it('is parked when its queue loses it repeatedly', async () => {
    const id = newId();
    await record('billing-run', id, payload(), 20);
    await waitFor('the end of the job', async () => !(await isPending(id)), 30_000);
    const { rows } = await client.query(`select service, kind, payload from platform.parked where key = $1`, [
      `billing-run/${id}`,
    ]);
    expect(rows).toEqual([
      { service: 'invoicing', kind: 'job', payload: { job: 'billing-run', id, payload: payload() } },
    ]);
    await client.query('delete from platform.parked where key = $1', [`billing-run/${id}`]);
  });

  it('is parked at once when no queue takes its id, and the job behind it is queued again', async () => {
    const [bad, good] = [`${newId()}:0`, newId()];
    await record('billing-run', bad, payload());
    await record('billing-run', good, payload());
    await waitFor('the end of both jobs', async () => !(await isPending(bad)) && !(await isPending(good)), 30_000);
    const { rows } = await client.query(`delete from platform.parked where key = $1 returning reason`, [
      `billing-run/${bad}`,
    ]);
    expect(rows).toEqual([{ reason: 'bad_job_id' }]);
  });
});
