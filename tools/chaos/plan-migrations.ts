// A plan gets another price for new subscriptions alone, and later for all of a thousand, while the service is killed. In
// the end each subscription has one line in both accounts, and each month is billed once with the price of its version.
import { type Api, newOrganization } from '@tollgate/harness/api';
import { sleep, waitFor } from '@tollgate/harness/process';
import { testSettings } from '../test-settings.mjs';
import { act } from './act.ts';
import { putCustomer, several } from './seller.ts';
import type { Stage } from './stage.ts';

const callers = 8;
const [start, april, may] = ['2024-03-01T00:00:00Z', '2024-04-02T00:00:00Z', '2024-05-02T00:00:00Z'];
/** Cents of a month, billed in advance. */
const [former, present] = [1_000, 2_000];

interface Migration {
  svc_id: string;
  status: string;
  moved_count: number;
  stayed_count: number;
}

interface Migrated {
  external_subscription_id: string;
  outcome: string;
}

interface Invoice {
  issuing_date: string;
  total_amount_cents: number;
  customer: { external_id: string };
}

async function withSubscriptions(api: Api, count: number): Promise<void> {
  const plan = { name: 'Pro', code: 'pro', interval: 'monthly', amount_cents: former, amount_currency: 'EUR' };
  await api.ok('POST', '/api/v1/plans', { plan: { ...plan, pay_in_advance: true } });
  await several(count, callers, async (index) => {
    const external_customer_id = `c-${index}`;
    await putCustomer(api, external_customer_id);
    await api.ok('POST', '/api/v1/subscriptions', {
      subscription: { external_customer_id, plan_code: 'pro', external_id: `s-${index}` },
    });
  });
}

/** The lines of an account that are missing, double or have another outcome. */
function problemsOfAccount(count: number, outcome: string, lines: Migrated[]): string[] {
  const named = new Set(lines.map(({ external_subscription_id: id }) => id));
  const problems = lines
    .filter((line) => line.outcome !== outcome)
    .map((line) => `${line.external_subscription_id} has ${line.outcome} instead of ${outcome}`);
  if (lines.length !== count || named.size !== count)
    problems.push(`${lines.length} lines about ${named.size} of ${count} subscriptions`);
  return problems.slice(0, 20);
}

/** The customers whose months are not billed once each, with the price of their version. */
function problemsOfBills(count: number, invoices: Invoice[]): string[] {
  const bills = new Map<string, Invoice[]>();
  for (const invoice of invoices)
    bills.set(invoice.customer.external_id, [...(bills.get(invoice.customer.external_id) ?? []), invoice]);
  const expected = `${former},${former},${present}`;
  const problems = bills.size === count ? [] : [`${bills.size} of ${count} customers have bills`];
  for (const [customer, own] of bills) {
    const found = own
      .sort((one, other) => one.issuing_date.localeCompare(other.issuing_date))
      .map((invoice) => invoice.total_amount_cents)
      .join();
    if (found !== expected) problems.push(`${customer} has bills of ${found} instead of ${expected}`);
  }
  return problems.slice(0, 20);
}

async function play(stage: Stage, count: number, kills: number): Promise<void> {
  const { report } = stage;
  const patience = { timeoutMs: 300_000 + count * 200 };
  const service = await stage.service({ ...testSettings, SWEEP_SECONDS: '5' });
  const { api } = await newOrganization(service, {
    name: 'Migrated plan',
    default_currency: 'EUR',
    sandbox: true,
    frozen_time: start,
  });
  await report.attempt(`${count} subscriptions have begun`, async () => {
    await withSubscriptions(api, count);
    await api.advanceClock('2024-03-02T00:00:00Z', { patienceMs: patience.timeoutMs });
  });

  /** Requests a migration, kills the service while it works, and awaits its end. */
  const migrate = async (what: string, body: object, doneOf: (migration: Migration) => number): Promise<Migrated[]> => {
    const { plan_migration: begun } = await api.ok<{ plan_migration: Migration }>(
      'POST',
      '/api/v1/plans/pro/migrations',
      { plan_migration: body },
    );
    const path = `/api/v1/plan_migrations/${begun.svc_id}`;
    const progress = async () => (await api.ok<{ plan_migration: Migration }>('GET', path)).plan_migration;
    await report.attempt(`${what}: the service is killed ${kills} times in the middle`, async () => {
      for (let kill = 1; kill <= kills; kill++) {
        const goal = (count * kill) / (kills + 2);
        const some = async () => doneOf(await progress()) > goal;
        await waitFor(`${Math.round(goal)} subscriptions`, some, { ...patience, everyMs: 10 });
        await service.kill('SIGKILL');
        await sleep(300);
        await service.start();
      }
    });
    await report.attempt(`${what}: it goes on to its end`, () =>
      waitFor('the migration', async () => (await progress()).status === 'completed', { ...patience, everyMs: 200 }),
    );
    return api.pages<Migrated>(`${path}/subscriptions`, 'migrated_subscriptions');
  };

  const terms = { applies_to: 'new', plan: { amount_cents: present } };
  const stayed = await migrate('new price', terms, (migration) => migration.stayed_count);
  report.check('each subscription stays at its version', problemsOfAccount(count, 'stayed', stayed));
  await api.advanceClock(april, { patienceMs: patience.timeoutMs });
  const moved = await migrate('all move', { applies_to: 'all' }, (migration) => migration.moved_count);
  report.check('each subscription moves to the present version', problemsOfAccount(count, 'moved', moved));
  await api.advanceClock(may, { patienceMs: patience.timeoutMs });
  report.check(
    'each month is billed once, with the price of its version',
    problemsOfBills(count, await api.pages<Invoice>('/api/v1/invoices', 'invoices')),
  );
}

export const planMigrations = act({
  name: 'plan-migrations',
  options: { subscriptions: '1000', kills: '3' },
  play: (stage, { subscriptions, kills }) => play(stage, Number(subscriptions), Number(kills)),
});
