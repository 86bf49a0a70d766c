import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseUrl, Sandbox, waitFor } from '@tollgate/testing';
import { newId } from '../ids.js';
import { largestInlineBytes } from '../database/message-contents.js';

describe('the relay of an outbox', () => {
  let client: pg.Client;
  let sandbox: Sandbox;

  beforeAll(async () => {
    client = new pg.Client(databaseUrl());
    await client.connect();
    sandbox = await Sandbox.create();
  });
  afterAll(() => client.end());

  const send = (id: string, key: string, payload: object) =>
    client.query(
      `insert into catalog.outbox (id, organization_id, type, key, payload, occurred_at) values ($1, $2, 'coupon.deleted', $3, $4, now())`,
      [id, sandbox.organizationId, key, payload],
    );
  const handled = async (id: string) => {
    const { rows } = await client.query('select handled_at from invoicing.inbox where message_id = $1', [id]);
    return rows[0] as { handled_at: Date } | undefined;
  };
  const parkedAt = async (id: string) => {
    const { rows } = await client.query(`select parked_at from platform.parked where key = $1 and kind = 'message'`, [
      id,
    ]);
    return (rows[0] as { parked_at: Date } | undefined)?.parked_at;
  };

  it('proceeds with other keys while it retries a message, and preserves the order of a key', async () => {
    const [bad, behind, beside] = [newId(), newId(), newId()];
    await client.query('begin');
    await send(bad, 'one', { coupon_id: 'not an id' });
    await send(behind, 'one', { coupon_id: newId() });
    await send(beside, 'other', { coupon_id: newId() });
    await client.query('commit');
    const { handled_at: besideAt } = await waitFor('the message beside', () => handled(beside));
    const { handled_at: behindAt } = await waitFor('the message behind', () => handled(behind), 30_000);
    const badAt = await waitFor('the parked message', () => parkedAt(bad), 30_000);
    expect(besideAt.getTime()).toBeLessThan(badAt.getTime());
    expect(behindAt.getTime()).toBeGreaterThanOrEqual(badAt.getTime());
    await client.query('delete from platform.parked where key = $1', [bad]);
  });

  it('parks a row that cannot be presented, and frees its key', async () => {
    const [bad, behind, beside] = [newId(), newId(), newId()];
    await client.query('begin');
    await client.query(
      `insert into catalog.outbox (id, organization_id, type, key, payload, occurred_at) values ($1, $2, 'coupon.deleted', 'three', '{}', 'infinity')`,
      [bad, sandbox.organizationId],
    );
    await send(behind, 'three', { coupon_id: newId() });
    await send(beside, 'four', { coupon_id: newId() });
    await client.query('commit');
    await waitFor('the message beside', () => handled(beside));
    await waitFor('the message behind', () => handled(behind), 60_000);
    const { rows } = await client.query(`select tries from platform.parked where key = $1 and kind = 'outbox'`, [bad]);
    expect(rows).toEqual([{ tries: 5 }]);
    await client.query('delete from platform.parked where key = $1', [bad]);
  }, 90_000);

  it('holds no transaction open while a handler works', async () => {
    const id = newId();
    await send(id, id, { coupon_id: newId() });
    await client.query('begin');
    await client.query('lock table invoicing.applied_coupons in access exclusive mode');
    await waitFor('the handler', async () => {
      const { rowCount } = await client.query(
        `select from pg_locks where not granted and relation = 'invoicing.applied_coupons'::regclass`,
      );
      return rowCount;
    });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const { rows } = await client.query(
      `select query from pg_stat_activity where application_name = 'tollgate catalog' and state like 'idle in transaction%' and now() - state_change > '1 s'`,
    );
    await client.query('commit');
    expect(rows).toEqual([]);
    await waitFor('the handled message', () => handled(id));
  });

  it('sends a content that is too large to travel by its key', async () => {
    const id = newId();
    await client.query(
      `insert into platform.message_contents (message_id, organization_id, content) values ($1, $2, $3)`,
      [id, sandbox.organizationId, { coupon_id: newId(), filling: 'x'.repeat(largestInlineBytes * 5) }],
    );
    await send(id, id, { $content: 'stored' });
    await waitFor('the handled message', () => handled(id));
  });
});
