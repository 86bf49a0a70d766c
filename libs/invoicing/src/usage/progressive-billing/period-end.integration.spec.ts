import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Config, Connections, type Clock, type CommandBus, type Metrics } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { aMetric, aPlan, aSubscription, databaseUrl, Sandbox, sendEvent, waitFor } from '@tollgate/testing';
import type { CurrentUsageService, RunningUsage } from '../customer-usage/current-usage.service.js';
import { CreditReservations } from '../../issuing/prepaid-credits/credit-reservations.service.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import type { InvoicingQueues } from '../../model/queues/invoicing-queues.js';
import { ThresholdChecks } from './threshold-checks.service.js';

const march = {
  from: Date.UTC(2024, 2, 1),
  to: Date.UTC(2024, 3, 1) - 1,
  durationDays: 31,
  timezone: 'UTC',
  endedByUpgrade: false,
};
const justBeforeMidnight = march.to - 1_000;

/** The holder locks the next number of the customer's invoices, which blocks their writers before the commit. */
let holder: pg.Client;
let watcher: pg.Client;
let connections: Connections;
beforeAll(async () => {
  [holder, watcher] = [new pg.Client(databaseUrl()), new pg.Client(databaseUrl())];
  await Promise.all([holder.connect(), watcher.connect()]);
  connections = new Connections(
    new Config({ DATABASE_URL: databaseUrl(), ADMIN_API_KEY: 'unused here', INTERNAL_TOKEN: 'unused here' }),
  );
});
afterAll(() => Promise.all([holder.end(), watcher.end(), connections.onApplicationShutdown()]));

let sandbox: Sandbox;
let subscription: { id: string; customer_id: string };
/** A plan of 31.00 with units of 1.00 each: 12 are used in March, above its threshold. */
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  const metric = await aMetric().sumOf('units').createIn(sandbox);
  await aPlan()
    .monthly(3_100)
    .charge(metric, '1')
    .with({ usage_thresholds: [{ amount_cents: 900_000 }] })
    .createIn(sandbox);
  await aSubscription().createIn(sandbox);
  await sendEvent(sandbox, { id: 'e1', at: '2024-03-02T00:00:00Z', properties: { units: 12 } });
  await sandbox.awaitIdle();
  const { rows } = await watcher.query<typeof subscription>(
    'select id, customer_id from subscription.subscriptions where organization_id = $1',
    [sandbox.organizationId],
  );
  subscription = rows[0] as typeof subscription;
  // Only the check of this test knows the lower threshold.
  await watcher.query('update catalog.usage_thresholds set amount_cents = 1000 where organization_id = $1', [
    sandbox.organizationId,
  ]);
});

/** The check of another process that rated the usage of March just before midnight, and decides later. */
async function ratedCheck(): Promise<{ decide: () => Promise<void> }> {
  const database = new InvoicingDatabase(connections);
  let rated = (): void => undefined;
  let goOn = (): void => undefined;
  const isRated = new Promise<void>((resolve) => (rated = resolve));
  const mayDecide = new Promise<void>((resolve) => (goOn = resolve));
  const usage: Pick<CurrentUsageService, 'rateRunning'> = {
    rateRunning: async (_organizationId, { subscription: { plan }, running }) => {
      if (running.from !== march.from) throw new Error('the clock of this test stands');
      const [charge] = plan.charges;
      if (!charge) throw new Error('the plan has a charge');
      const units = new Decimal(12);
      const fee = {
        units,
        amountCents: 1_200n,
        preciseAmountCents: new Decimal(1_200),
        unitAmountCents: 100n,
        preciseUnitAmount: new Decimal(1),
        amountDetails: {},
      };
      const bucket = {
        filter: null,
        groupedBy: {},
        aggregation: { units, eventsCount: 1, totalAggregatedUnits: units },
        fee,
        presentation: [],
      };
      rated();
      await mayDecide;
      return { period: march, rated: [{ charge, buckets: [bucket] }], amountCents: 1_200n } as unknown as RunningUsage;
    },
  };
  const metrics = { invoicesCreated: { inc: () => undefined } } as unknown as Metrics;
  const clock = { now: async () => justBeforeMidnight } as unknown as Clock;
  const creditReservations = new CreditReservations(database, {} as CommandBus);
  const checks = new ThresholdChecks(
    database,
    creditReservations,
    usage as CurrentUsageService,
    clock,
    { awaitChargedEvents: async () => undefined } as unknown as InvoicingQueues,
    metrics,
  );
  const done = checks.checkUntilDecided(sandbox.organizationId, subscription.id);
  await isRated;
  return { decide: () => (goOn(), done) };
}

/** Locks the next number of the customer's invoices; `free` releases it. */
async function holdNumbers(): Promise<{ free: () => Promise<void> }> {
  await holder.query('begin');
  await holder.query(
    `insert into invoicing.invoice_sequences (organization_id, customer_id, billing_entity_id, last)
     select organization_id, id, billing_entity_id, 1 from subscription.customers where id = $1`,
    [subscription.customer_id],
  );
  return { free: async () => void (await holder.query('rollback')) };
}

/** Waits until some transactions are blocked by the number, directly or through each other. */
const waitingFor = async (n: number) => {
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  await waitFor(`${n} that wait`, async () => {
    const { rows: counted } = await watcher.query<{ n: number }>(
      `with recursive waiting as (
         select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))
         union
         select activity.pid from pg_stat_activity as activity join waiting on waiting.pid = any(pg_blocking_pids(activity.pid))
       ) select count(*)::int as n from waiting`,
      [rows[0]?.pid],
    );
    return (counted[0]?.n ?? 0) >= n;
  });
};

interface Invoice {
  fees_amount_cents: number;
  progressive_billing_credit_amount_cents: number;
  total_amount_cents: number;
}
const invoices = async (type: string) =>
  (await sandbox.ok<{ invoices: Invoice[] }>('GET', `/invoices?invoice_type=${type}`)).invoices;

describe('a threshold decision during the closing of its period', () => {
  it('bills nothing while the closing invoice is being written', async () => {
    const check = await ratedCheck();
    const numbers = await holdNumbers();
    const closed = sandbox.advanceClock('2024-04-01T00:10:00Z');
    await waitingFor(1);
    const decided = check.decide().catch((error: unknown) => error);
    await waitingFor(2);
    await numbers.free();
    // It finds its period closed, and rates the usage again, as of another time than that of its clock.
    await decided;
    await closed;
    expect(await invoices('progressive_billing')).toEqual([]);
    expect(await invoices('subscription')).toMatchObject([
      { fees_amount_cents: 4_300, progressive_billing_credit_amount_cents: 0, total_amount_cents: 4_300 },
    ]);
  });

  it('is credited by the closing invoice if its invoice comes first', async () => {
    const check = await ratedCheck();
    const numbers = await holdNumbers();
    const decided = check.decide();
    await waitingFor(1);
    const closed = sandbox.advanceClock('2024-04-01T00:10:00Z');
    await waitingFor(2);
    await numbers.free();
    await decided;
    await closed;
    expect(await invoices('progressive_billing')).toMatchObject([
      { fees_amount_cents: 1_200, total_amount_cents: 1_200 },
    ]);
    expect(await invoices('subscription')).toMatchObject([
      { fees_amount_cents: 4_300, progressive_billing_credit_amount_cents: 1_200, total_amount_cents: 3_100 },
    ]);
  });
});
