import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { Config, Connections, newId, type Clock, type CommandBus, type Logger, type Metrics } from '@tollgate/platform';
import type { PaymentMethods } from '@tollgate/subscription/reader';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import { Consolidation } from '../in-advance/consolidation.service.js';
import { Renewals } from '../in-advance/renewals.service.js';
import type { FixedChargeInvoices } from '../fixed-charges/fixed-charge-invoices.service.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { CreditReservations } from '../../issuing/prepaid-credits/credit-reservations.service.js';
import type { QueuedRun } from '../../model/queues/billing-queue.js';
import type { ChargeRating } from '../../rating/period-rating/charge-rating.service.js';
import { BillingRun } from './billing-run.service.js';
import { GroupInvoices } from './group-invoices.service.js';
import { InvoiceLines } from './invoice-lines.service.js';

const customers = 50;
const billingAt = '2024-02-01T00:00:00.000Z';

/** The billing of this process, whose statements the test can count. */
function billingOf(connections: Connections): BillingRun {
  const database = new InvoicingDatabase(connections);
  const clock = { now: async () => Date.parse(billingAt) } as unknown as Clock;
  const metrics = { invoicesCreated: { inc: () => undefined } } as unknown as Metrics;
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as Logger;
  const rating = {} as ChargeRating;
  const commands = {} as CommandBus;
  const lines = new InvoiceLines(database, rating, new Renewals(rating), commands);
  const invoices = new GroupInvoices(database, lines, new CreditReservations(database, commands), metrics, logger);
  const fixed = { bill: async () => undefined } as unknown as FixedChargeInvoices;
  // No subscription here names a payment method, so the runs read none.
  const noPaymentMethods = {} as PaymentMethods;
  return new BillingRun(
    database,
    invoices,
    new Consolidation(database, clock, metrics),
    fixed,
    clock,
    noPaymentMethods,
  );
}

describe('a batch of billing runs', () => {
  let sandbox: Sandbox;
  let connections: Connections;
  let billing: BillingRun;
  let runs: QueuedRun[];

  beforeAll(async () => {
    connections = new Connections(
      new Config({ DATABASE_URL: databaseUrl(), ADMIN_API_KEY: 'unused here', INTERNAL_TOKEN: 'unused here' }),
    );
    billing = billingOf(connections);
    sandbox = await Sandbox.create('2024-01-01T00:00:00Z');
    const plan = { name: 'p', code: 'p', interval: 'monthly', amount_cents: 3_100, amount_currency: 'EUR' };
    await sandbox.ok('POST', '/plans', { plan: { ...plan, pay_in_advance: false } });
    await sandbox.ok('POST', '/taxes', { tax: { name: 't', code: 't', rate: 20, applied_to_organization: true } });
    await sandbox.ok('POST', '/coupons', {
      coupon: {
        name: 'c',
        code: 'c',
        coupon_type: 'fixed_amount',
        amount_cents: 100,
        amount_currency: 'EUR',
        frequency: 'once',
        expiration: 'no_expiration',
      },
    });
    const subscribe = async (id: string) => {
      await sandbox.ok('POST', '/subscriptions', {
        subscription: { external_customer_id: id, plan_code: 'p', external_id: id },
      });
      await sandbox.ok('POST', '/applied_coupons', {
        applied_coupon: { external_customer_id: id, coupon_code: 'c' },
      });
    };
    for (let index = 0; index < customers; index += 10)
      await Promise.all(Array.from({ length: 10 }, (_, next) => subscribe(`c${index + next}`)));
    const client = new pg.Client(databaseUrl());
    await client.connect();
    const { rows } = await client.query<{ id: string; customer_id: string }>(
      'select id, customer_id from subscription.subscriptions where organization_id = $1 order by created_at, id',
      [sandbox.organizationId],
    );
    await client.end();
    runs = rows.map(({ id, customer_id }) => ({
      id: newId(),
      request: {
        customer_id,
        billing_at: billingAt,
        timezone: 'UTC',
        unused_days: [],
        subscriptions: [
          { subscription_id: id, invoicing_reason: 'subscription_periodic', trial_ended: false, units_until: 0 },
        ],
      },
    }));
  }, 300_000);
  afterAll(() => connections.onApplicationShutdown());

  const prepare = (some: QueuedRun[]) => billing.prepare(sandbox.organizationId, some);
  const bill = async (prepared: Awaited<ReturnType<typeof prepare>>) =>
    billing.bill(sandbox.organizationId, prepared, () => false);
  const invoiced = async () =>
    (await sandbox.ok<{ meta: { total_count: number } }>('GET', '/invoices?per_page=1')).meta.total_count;

  /** Counts the statements of some work. */
  async function statements(work: () => Promise<unknown>): Promise<number> {
    const query = jest.spyOn(pg.Client.prototype, 'query');
    try {
      await work();
      return query.mock.calls.length;
    } finally {
      query.mockRestore();
    }
  }

  it('costs the same number of statements, whatever its size', async () => {
    // The first use of a connection has statements of its own.
    await prepare(runs.slice(0, 1));
    const [few, many] = [runs.slice(0, 5), runs.slice(5, 45)];
    const ofFew = await statements(async () => bill(await prepare(few)));
    const ofMany = await statements(async () => bill(await prepare(many)));
    expect(await invoiced()).toBe(45);
    expect([ofMany, ofMany / many.length < 8]).toEqual([ofFew, true]);
    const { invoices } = await sandbox.ok<{ invoices: Record<string, unknown>[] }>('GET', '/invoices?per_page=1');
    expect(invoices[0]).toMatchObject({
      coupons_amount_cents: 100,
      sub_total_excluding_taxes_amount_cents: 3_000,
      taxes_amount_cents: 600,
      total_amount_cents: 3_600,
    });
  }, 60_000);

  it('skips the runs that another process bills meanwhile, and creates the other invoices', async () => {
    const some = runs.slice(45);
    const [early, late] = [await prepare(some.slice(0, 3)), await prepare(some)];
    expect(await bill(early)).toEqual(new Map());
    expect(await bill(late)).toEqual(new Map());
    expect(await invoiced()).toBe(customers);
  }, 60_000);
});
