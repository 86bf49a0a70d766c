import { expect, it } from '@jest/globals';
import { call, databaseUrl, Sandbox } from '@tollgate/testing';
import pg from 'pg';

const admin = () => `Bearer ${process.env['ADMIN_API_KEY'] ?? ''}`;
const path = '/admin/paused_webhook_endpoints';

interface Paused {
  svc_id: string;
  organization_id: string;
  webhook_url: string;
  reason: string | null;
  hung_attempts: number;
}

it('operators see paused endpoints and resume one', async () => {
  const sandbox = await Sandbox.create();
  const url = 'http://127.0.0.1:9/hooks';
  const { webhook_endpoint: endpoint } = await sandbox.ok<{ webhook_endpoint: { svc_id: string } }>(
    'POST',
    '/webhook_endpoints',
    { webhook_endpoint: { webhook_url: url } },
  );
  const { svc_id: id } = endpoint;
  const database = new pg.Client(databaseUrl());
  await database.connect();
  try {
    await database.query(
      `insert into webhook_delivery.delivery_lanes (endpoint_id, organization_id, due_at, hung, paused_until, pause_reason)
       values ($1, $2, now() + interval '10 minutes', 4, now() + interval '10 minutes', 'time-out')
       on conflict (endpoint_id) do update set due_at = excluded.due_at, hung = excluded.hung,
         paused_until = excluded.paused_until, pause_reason = excluded.pause_reason`,
      [id, sandbox.organizationId],
    );
    const listed = async () => {
      const { body } = await call('GET', `${path}?per_page=1000`, admin());
      return (body['webhook_endpoints'] as Paused[]).find((one) => one.svc_id === id);
    };
    expect(await listed()).toMatchObject({
      organization_id: sandbox.organizationId,
      webhook_url: url,
      reason: 'time-out',
      hung_attempts: 4,
    });
    const resume = () => call('POST', `${path}/${id}/resume`, admin());
    expect((await resume()).body).toEqual({ webhook_endpoint: { svc_id: id, outcome: 'resumed' } });
    expect(await listed()).toBeUndefined();
    const { rows } = await database.query('select hung from webhook_delivery.delivery_lanes where endpoint_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ hung: 0 }]);
    expect((await resume()).body).toEqual({ webhook_endpoint: { svc_id: id, outcome: 'not_paused' } });
  } finally {
    await database.end();
  }
});

it('other callers have no access', async () => {
  const sandbox = await Sandbox.create();
  const key = `Bearer ${sandbox.apiKey}`;
  expect((await call('GET', path, key)).status).toBe(401);
  expect((await call('POST', `${path}/${sandbox.organizationId}/resume`, key)).status).toBe(401);
  expect((await call('POST', `${path}/${sandbox.organizationId}/resume`, admin())).status).toBe(404);
  expect((await call('POST', `${path}/nothing/resume`, admin())).status).toBe(404);
});
