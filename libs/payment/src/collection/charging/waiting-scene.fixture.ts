import { expect } from '@jest/globals';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import pg from 'pg';

export interface Subscription {
  svc_id: string;
  status: string;
  plan_code: string;
  started_at: string | null;
  cancellation_reason: string | null;
  activation_rules: { status: string }[];
}
export interface Invoice {
  svc_id: string;
  status: string;
  payment_status: string;
  total_amount_cents: number;
  issuing_date: string;
}

/** A customer `c` of an organization with the sandbox provider, on 10 June 2024. */
export async function waitingScene(): Promise<Sandbox> {
  const sandbox = await Sandbox.create('2024-06-10T10:00:00Z');
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await sandbox.ok('POST', '/payment_providers', {
    payment_provider: { provider: 'sandbox', code: 'test', name: 'Test' },
  });
  await sandbox.ok('POST', '/billable_metrics', {
    billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'count_agg' },
  });
  return sandbox;
}

/** The activation rule of a subscription. @param hours 0: it waits without end */
export const waits = (hours = 0) => ({ activation_rules: [{ type: 'payment', timeout_hours: hours }] });

/** Two connections to the database: one holds locks, the other one watches. */
export class Locks {
  private constructor(
    readonly holder: pg.Client,
    readonly watcher: pg.Client,
  ) {}

  static async open(): Promise<Locks> {
    const [holder, watcher] = [new pg.Client(databaseUrl()), new pg.Client(databaseUrl())];
    await Promise.all([holder.connect(), watcher.connect()]);
    return new Locks(holder, watcher);
  }

  async close(): Promise<void> {
    await Promise.all([this.holder.end(), this.watcher.end()]);
  }

  /** Locks the rows of a query in a transaction, until `release`. */
  async hold(query: string, parameter: string): Promise<void> {
    await this.holder.query('begin');
    await this.holder.query(query, [parameter]);
  }

  async release(): Promise<void> {
    await this.holder.query('commit');
  }

  /** Ends the connections that wait for the held locks. @returns their number */
  async endWaiting(): Promise<number> {
    const ended = await this.watcher.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
      [await this.pid()],
    );
    return ended.rowCount ?? 0;
  }

  /** Whether so many connections wait for the held locks, or for each other after them. */
  async isHeldUp(number: number): Promise<boolean> {
    const waiting = 'select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
    const { rowCount } = await this.watcher.query(
      `select from pg_stat_activity where $1 = any(pg_blocking_pids(pid)) or pg_blocking_pids(pid) && array(${waiting})`,
      [await this.pid()],
    );
    return (rowCount ?? 0) >= number;
  }

  private async pid(): Promise<number | undefined> {
    const { rows } = await this.holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid;
  }
}

/** The calls and looks of a test. @param now its present sandbox and connections */
export function stepsOf(now: () => { sandbox: Sandbox; locks: Locks }) {
  const link = async (provider_method_id: string): Promise<string> =>
    (
      await now().sandbox.ok<{ payment_method: { svc_id: string } }>('PUT', '/customers/c/payment_provider', {
        payment_provider: { payment_provider_code: 'test', provider_method_id },
      })
    ).payment_method.svc_id;
  const metricId = async () =>
    (await now().sandbox.ok<{ billable_metric: { svc_id: string } }>('GET', '/billable_metrics/calls')).billable_metric
      .svc_id;
  /** A plan in advance whose calls cost 1.00 each, in arrears. */
  const makePlan = async (code: string, amount_cents: number, more: object = {}) => {
    const charge = { billable_metric_id: await metricId(), charge_model: 'standard', properties: { amount: '1' } };
    await now().sandbox.ok('POST', '/plans', {
      plan: {
        name: code,
        code,
        interval: 'monthly',
        amount_cents,
        amount_currency: 'EUR',
        pay_in_advance: true,
        charges: [charge],
        ...more,
      },
    });
  };
  const subscribe = async (plan_code: string, more: object = {}): Promise<Subscription> => {
    const { subscription } = await now().sandbox.ok<{ subscription: Subscription }>('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c', external_id: 's', plan_code, ...more },
    });
    return subscription;
  };
  const read = async (status: string, id = 's') =>
    (await now().sandbox.ok<{ subscription: Subscription }>('GET', `/subscriptions/${id}?status=${status}`))
      .subscription;
  const all = async (status: string) =>
    (await now().sandbox.ok<{ subscriptions: Subscription[] }>('GET', `/subscriptions?status[]=${status}`))
      .subscriptions;
  const invoices = async () =>
    (await now().sandbox.ok<{ invoices: Invoice[] }>('GET', '/invoices?per_page=100')).invoices;
  const totals = async () => (await invoices()).map(({ total_amount_cents: cents }) => cents).sort((a, b) => a - b);
  const payments = async () =>
    (await now().sandbox.ok<{ payments: { payment_status: string; amount_cents: number }[] }>('GET', '/payments'))
      .payments;
  const pay = (invoice_id: string, amount_cents: number) =>
    now().sandbox.call('POST', '/payments', { payment: { invoice_id, amount_cents, reference: 'r' } });
  const use = async (timestamp: string, count: number, external_subscription_id = 's') => {
    for (let each = 0; each < count; each += 1)
      await now().sandbox.ok('POST', '/events', {
        event: {
          transaction_id: `${timestamp}-${each}`,
          external_subscription_id,
          code: 'calls',
          timestamp: Date.parse(timestamp) / 1000,
        },
      });
  };
  /** The hidden invoice of the organization. */
  const openInvoice = async (): Promise<{ id: string; total: number }> => {
    await now().sandbox.awaitIdle();
    const { rows } = await now().locks.watcher.query<{ id: string; total: string }>(
      `select id, total_amount_cents as total from invoicing.invoices where organization_id = $1 and status = 'open'`,
      [now().sandbox.organizationId],
    );
    expect(rows).toHaveLength(1);
    return { id: rows[0]?.id ?? '', total: Number(rows[0]?.total) };
  };
  /** Cents that the sandbox provider took and gave back. */
  const atProvider = async () => {
    const { rows } = await now().locks.watcher.query<{ taken: string; back: string }>(
      `select coalesce(sum(amount_cents) filter (where status = 'succeeded'), 0) as taken, coalesce(sum(refunded_cents), 0) as back
       from payment.sandbox_charges where organization_id = $1`,
      [now().sandbox.organizationId],
    );
    return { taken: Number(rows[0]?.taken), back: Number(rows[0]?.back) };
  };
  return {
    link,
    metricId,
    makePlan,
    subscribe,
    read,
    all,
    invoices,
    totals,
    payments,
    pay,
    use,
    openInvoice,
    atProvider,
  };
}
