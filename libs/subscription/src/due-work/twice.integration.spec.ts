import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  Config,
  Connections,
  newId,
  type Clock,
  type DueWorkRegistry,
  type Logger,
  type Parked,
  type Instant,
  Metrics,
  Passes,
} from '@tollgate/platform';
import { databaseUrl, Sandbox, waitFor } from '@tollgate/testing';
import { SubscriptionDatabase } from '../subscription.database.js';
import type { PlanMigrationStarts } from './plan-migration-starts.js';
import { SubscriptionDueWork } from './subscription-due-work.js';

let client: pg.Client;
let connections: Connections;
beforeAll(async () => {
  client = new pg.Client(databaseUrl());
  await client.connect();
  connections = new Connections(
    new Config({ DATABASE_URL: databaseUrl(), ADMIN_API_KEY: 'unused here', INTERNAL_TOKEN: 'unused here' }),
  );
});
afterAll(async () => {
  await client.end();
  await connections.onApplicationShutdown();
});

const customers = 12;
const february = '2024-02-01T00:10:00Z';
const march = '2024-03-01T00:10:00Z';

/** Customers with one subscription each, alternately in arrears and in advance, before their first billing day. */
async function prepare(): Promise<Sandbox> {
  const sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  for (const code of ['arrears', 'advance']) {
    await sandbox.ok('POST', '/plans', {
      plan: {
        name: code,
        code,
        interval: 'monthly',
        amount_cents: 3_100,
        amount_currency: 'EUR',
        pay_in_advance: code === 'advance',
      },
    });
  }
  for (let n = 0; n < customers; n++) {
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: `c${n}`, plan_code: n % 2 ? 'advance' : 'arrears', external_id: `s${n}` },
    });
  }
  await sandbox.awaitIdle();
  return sandbox;
}

/** A second scheduler beside that of the service. */
function scheduler(now: Instant): SubscriptionDueWork {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const database = new SubscriptionDatabase(connections);
  return new SubscriptionDueWork(
    database,
    {} as DueWorkRegistry,
    { now: async () => now } as unknown as Clock,
    {} as Parked,
    new Passes(silent as unknown as Logger, new Metrics()),
    {} as PlanMigrationStarts,
    silent as unknown as Logger,
  );
}

/** The run that the billing day will request, sent by hand: twice under one id, once under another. */
async function sendRunOfMarch(sandbox: Sandbox): Promise<void> {
  const { rows } = await client.query<{ id: string; customer_id: string }>(
    'select id, customer_id from subscription.subscriptions where organization_id = $1',
    [sandbox.organizationId],
  );
  const messages = rows.map((row) => ({ ...row, messageId: newId() }));
  const send = async (row: (typeof messages)[number], messageId: string) => {
    const payload = {
      customer_id: row.customer_id,
      billing_at: '2024-03-01T00:00:00.000Z',
      timezone: 'UTC',
      unused_days: [],
      subscriptions: [
        { subscription_id: row.id, invoicing_reason: 'subscription_periodic', trial_ended: false, units_until: 0 },
      ],
    };
    await client.query(
      `insert into subscription.outbox (id, organization_id, type, key, payload, occurred_at, request_id) values ($1, $2, 'billing.due', $3, $4, now(), null)`,
      [messageId, sandbox.organizationId, row.customer_id, JSON.stringify(payload)],
    );
  };
  /** A customer's messages are handled in order, so the last one implies all. */
  const handled = (last: string[]) =>
    waitFor(
      'the messages',
      async () => {
        const { rows: counts } = await client.query<{ handled: number; waiting: number }>(
          `select (select count(*) from invoicing.inbox where message_id = any($2))::int as handled,
                  (select count(*) from subscription.outbox where organization_id = $1)::int
                  + (select count(*) from invoicing.queued_work where organization_id = $1)::int as waiting`,
          [sandbox.organizationId, last],
        );
        return counts[0]?.handled === last.length && counts[0].waiting === 0;
      },
      60_000,
    );
  await Promise.all(messages.map((row) => send(row, row.messageId)));
  await handled(messages.map(({ messageId }) => messageId));
  const others = messages.map((row) => ({ row, messageId: newId() }));
  for (const { row, messageId } of others) {
    await send(row, row.messageId);
    await send(row, messageId);
  }
  await handled(others.map(({ messageId }) => messageId));
}

interface Billed {
  customer: { external_id: string };
  issuing_date: string;
  fees_amount_cents: number;
}

/** Invoices of a day, by customer. */
async function billedOn(sandbox: Sandbox, day: string): Promise<Billed[]> {
  const { invoices } = await sandbox.ok<{ invoices: Billed[] }>('GET', '/invoices?per_page=100');
  return invoices.filter(({ issuing_date: date }) => date === day);
}

describe('a billing day', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await prepare();
  }, 120_000);

  it('is requested once by concurrent schedulers', async () => {
    const until = Date.parse(february);
    const done = await Promise.all([1, 2, 3].map(() => scheduler(until).run(sandbox.organizationId, 'billing', until)));
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(customers);
    await sandbox.advanceClock(february);
    const billed = await billedOn(sandbox, '2024-02-01');
    expect(new Set(billed.map(({ customer }) => customer.external_id)).size).toBe(customers);
    expect(billed).toHaveLength(customers);
  }, 120_000);

  it('is billed once for repeated requests under any id', async () => {
    await sendRunOfMarch(sandbox);
    expect(await billedOn(sandbox, '2024-03-01')).toHaveLength(customers);
    await sandbox.advanceClock(march);
    const billed = await billedOn(sandbox, '2024-03-01');
    expect(billed.map(({ fees_amount_cents: amount }) => amount)).toEqual(
      Array.from({ length: customers }, () => 3_100),
    );
  }, 120_000);
});
