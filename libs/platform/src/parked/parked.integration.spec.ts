import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { baseUrl, call, databaseUrl, Sandbox, waitFor, type Answer } from '@tollgate/testing';
import { newId } from '../ids.js';

interface Item {
  svc_id: string;
  service: string;
  kind: string;
  key: string;
  reason: string;
  details: string;
  tries: number;
}

const admin = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Answer> =>
  call(method, `/admin/parked${path}`, `Bearer ${process.env['ADMIN_API_KEY'] ?? ''}`, body);

describe('a message that its handler cannot process', () => {
  let client: pg.Client;
  let sandbox: Sandbox;
  let other: Sandbox;

  beforeAll(async () => {
    client = new pg.Client(databaseUrl());
    await client.connect();
    [sandbox, other] = await Promise.all([Sandbox.create(), Sandbox.create()]);
  });
  afterAll(() => client.end());

  /** Writes a message to the catalog's outbox, as the service does. */
  const send = (id: string, payload: object) =>
    client.query(
      `insert into catalog.outbox (id, organization_id, type, key, payload, occurred_at) values ($1::uuid, $2, 'coupon.deleted', $1::uuid::text, $3, now())`,
      [id, sandbox.organizationId, payload],
    );
  const inFlight = (id: string) =>
    client.query(`insert into platform.in_flight (organization_id, id) values ($1, $2)`, [
      sandbox.organizationId,
      `${id}-invoicing`,
    ]);
  const parked = async (key: string) => {
    const { body } = await admin('GET', `?organization_id=${sandbox.organizationId}&service=invoicing&kind=message`);
    return (body['parked'] as Item[]).find((item) => item.key === key);
  };

  it('is parked with its reason, blocks no test clock, and succeeds on a retry once its cause is gone', async () => {
    const id = newId();
    await inFlight(id);
    await send(id, { coupon_id: 'not an id' });
    const item = await waitFor('parked message', () => parked(id), 30_000);
    expect(item).toMatchObject({ service: 'invoicing', kind: 'message', reason: 'database_22P02' });
    await sandbox.advanceClock('2024-02-01T00:00:00Z');

    const again = await admin('POST', `/${item.svc_id}/retry`);
    expect(again).toMatchObject({ status: 200, body: { parked: { outcome: 'failed', reason: 'database_22P02' } } });
    expect((await parked(id))?.tries).toBe(item.tries + 1);

    await client.query(
      `update platform.parked set payload = replace(payload::text, 'not an id', $2)::json where id = $1`,
      [item.svc_id, newId()],
    );
    expect(await admin('POST', '/retry', { parked: { organization_id: sandbox.organizationId } })).toEqual({
      status: 200,
      body: { parked: { done: 1, failed: 0, remaining: 0 } },
    });
    expect(await admin('GET', `/${item.svc_id}`)).toMatchObject({
      status: 404,
      body: { code: 'parked_item_not_found' },
    });
    const { rows } = await client.query('select type from invoicing.inbox where message_id = $1', [id]);
    expect(rows).toEqual([{ type: 'coupon.deleted' }]);
  });

  it('is counted, shown with its content, and disappears when an operator discards it', async () => {
    const id = newId();
    await send(id, { coupon_id: 'nothing of the kind' });
    const item = await waitFor('parked message', () => parked(id), 30_000);
    expect(await admin('GET', `/${item.svc_id}`)).toMatchObject({
      status: 200,
      body: { parked: { payload: { id, payload: { coupon_id: 'nothing of the kind' } } } },
    });
    expect((await admin('GET', `?organization_id=${other.organizationId}`)).body).toMatchObject({
      parked: [],
      meta: { total_count: 0 },
    });
    expect((await admin('DELETE', `/${item.svc_id}`)).body).toMatchObject({ parked: { outcome: 'done', key: id } });
    expect(await parked(id)).toBeUndefined();
  });

  it('is visible to operators only, and the endpoint validates filters', async () => {
    expect((await call('GET', '/admin/parked', `Bearer ${sandbox.apiKey}`)).status).toBe(401);
    expect(await admin('GET', '?service=nobody&organization_id=1')).toMatchObject({
      status: 422,
      body: { error_details: { organization_id: ['must be a valid uuid'] } },
    });
    expect((await admin('POST', '/retry', { parked: { service: 'invoicing', limit: 100_000 } })).status).toBe(422);
    expect((await admin('POST', '/retry')).status).toBe(400);
    expect((await fetch(`${baseUrl}/admin/parked/nothing/retry`, { method: 'POST' })).status).toBe(401);
  });
});
