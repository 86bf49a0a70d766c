// Prepaid credits move from a wallet onto an invoice in steps. The service reserves them, writes the invoice, and
// confirms the reservation, or releases it if the invoice was never written. A service is killed at each step, and started
// again. The credits must be drawn exactly once.
//   --steps NAMES   some of reserving, writing, confirming, releasing, separated by commas
import { randomUUID } from 'node:crypto';
import { type Api, newOrganization } from '@tollgate/harness/api';
import { waitFor } from '@tollgate/harness/process';
import { stackOf } from '@tollgate/harness/report';
import type { Standalone } from '@tollgate/harness/standalone';
import { act } from '../act.ts';
import { chosenFrom } from '../chosen.ts';
import { type Value, connect, queryOf } from '../database.ts';
import { putCustomer } from '../seller.ts';
import { type WalletRows, differences } from './credit-figures.ts';

const startedAt = Date.UTC(2024, 0, 10);
const reconcileSeconds = 2;
/** Released by then, even if a reconciler dies with its process. */
const releasedWithinMs = 60_000;

/** A customer with one invoice and then credits for 5.00, and subscriptions that cost 1.00 each. */
class Life {
  private now = startedAt;
  private readonly service: Standalone;
  private readonly api: Api;
  /** Known once `begin` is over. */
  walletId = '';
  organizationId = '';

  private constructor(service: Standalone, api: Api) {
    this.service = service;
    this.api = api;
  }

  static async create(service: Standalone): Promise<Life> {
    const settings = { name: 'Credits', default_currency: 'USD', sandbox: true };
    const { api } = await newOrganization(service, { ...settings, frozen_time: new Date(startedAt).toISOString() });
    const life = new Life(service, api);
    await life.begin();
    return life;
  }

  private async begin(): Promise<void> {
    await putCustomer(this.api, 'c');
    const plan = { name: 'p', code: 'p', interval: 'monthly', amount_cents: 100, amount_currency: 'EUR' };
    await this.api.ok('POST', '/api/v1/plans', { plan: { ...plan, pay_in_advance: true } });
    await this.subscribe('before');
    await this.settle();
    const walletInput = { external_customer_id: 'c', rate_amount: '1', currency: 'EUR', granted_credits: '5' };
    const { wallet } = await this.api.ok<{ wallet: { svc_id: string } }>('POST', '/api/v1/wallets', {
      wallet: walletInput,
    });
    this.walletId = wallet.svc_id;
    await this.settle();
    const [row] = await this.query<{ organization_id: string }>(
      'select organization_id from wallet.wallets where id = $1',
      [this.walletId],
    );
    if (!row) throw new Error('the wallet is not stored');
    this.organizationId = row.organization_id;
  }

  async subscribe(id: string): Promise<void> {
    await this.api.ok('POST', '/api/v1/subscriptions', {
      subscription: {
        external_customer_id: 'c',
        plan_code: 'p',
        external_id: id,
        billing_time: 'anniversary',
        consolidate_invoice: false,
      },
    });
  }

  /** Waits until all started work is done. */
  settle(): Promise<void> {
    this.now += 60_000;
    return this.api.advanceClock(new Date(this.now).toISOString());
  }

  /** One statement that bypasses the service. */
  query<Row>(text: string, values: Value[]): Promise<Row[]> {
    return queryOf<Row>(this.service.databaseUrl, text, values);
  }

  async reserved(): Promise<number> {
    const statement = 'select from wallet.reservations where organization_id = $1';
    return (await this.query(statement, [this.organizationId])).length;
  }

  async invoices(): Promise<{ prepaid_credit_amount_cents: number }[]> {
    const answer = await this.api.ok<{ invoices: { prepaid_credit_amount_cents: number }[] }>(
      'GET',
      '/api/v1/invoices?external_customer_id=c',
    );
    return answer.invoices;
  }

  holdWallet(): Promise<Lock> {
    return hold(this.service, 'select from wallet.wallets where id = $1 for update', this.walletId);
  }

  holdNumbers(): Promise<Lock> {
    const numbers = 'select from invoicing.invoice_sequences where organization_id = $1 for update';
    return hold(this.service, numbers, this.organizationId);
  }

  /** Differences from the expected state: one invoice of 1.00 paid by credits, and no work in progress. */
  async problems(): Promise<string[]> {
    const { wallet } = await this.api.ok<{ wallet: { balance_cents: number; consumed_credits: string } }>(
      'GET',
      `/api/v1/wallets/${this.walletId}`,
    );
    const paid = (await this.invoices()).map((invoice) => invoice.prepaid_credit_amount_cents).sort((a, b) => a - b);
    const [rows] = await this.query<WalletRows>(
      `select coalesce(sum(amount_cents) filter (where transaction_type = 'inbound'), 0)::int as inbound,
              coalesce(sum(amount_cents) filter (where transaction_type = 'outbound'), 0)::int as outbound,
              coalesce(sum(remaining_amount_cents), 0)::int as remaining,
              (select coalesce(sum(share.amount_cents), 0)::int from wallet.consumptions share
                 join wallet.transactions outbound on outbound.id = share.outbound_transaction_id
               where outbound.wallet_id = $1) as consumed
       from wallet.transactions where wallet_id = $1`,
      [this.walletId],
    );
    if (!rows) throw new Error('the statement answers no row');
    return differences({
      balance: wallet.balance_cents,
      consumed_credits: wallet.consumed_credits,
      prepaid: paid.join(' and '),
      reserved: await this.reserved(),
      ...rows,
    });
  }
}

interface Lock {
  /** Waits until a session waits for it. */
  awaited(what: string): Promise<void>;
  release(): Promise<unknown>;
}

/** Locks a row. */
async function hold(service: Standalone, statement: string, value: string): Promise<Lock> {
  const [client, watcher] = await Promise.all([connect(service.databaseUrl), connect(service.databaseUrl)]);
  await client.query('begin');
  await client.query(statement, [value]);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const waiting = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
  const commit = async () => {
    try {
      await client.query('commit');
    } finally {
      await client.end();
    }
  };
  const isAwaited = async () => (await watcher.query(waiting, [rows[0]?.pid])).rows.length > 0;
  return {
    awaited: (what) => waitFor(what, isAwaited, { timeoutMs: releasedWithinMs, everyMs: 20 }),
    release: () => Promise.allSettled([commit(), watcher.end()]),
  };
}

/** Kills the service while it waits for the lock, and restarts it without the lock. */
async function killAt(service: Standalone, held: Lock): Promise<void> {
  await service.kill('SIGKILL');
  await held.release();
  await service.start();
}

function expect(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`the step was not reached: ${what}`);
}

/**
 * Proceeds to the writing of an invoice with reserved credits; an earlier attempt runs without them.
 * @returns the lock there
 */
async function toWriting(life: Life): Promise<Lock> {
  const wallet = await life.holdWallet();
  await life.subscribe('s');
  await wallet.awaited('what reserves');
  const numbers = await life.holdNumbers();
  await wallet.release();
  await numbers.awaited('what writes');
  return numbers;
}

const everyStep = ['reserving', 'writing', 'confirming', 'releasing'] as const;

const steps: Record<(typeof everyStep)[number], (service: Standalone, life: Life) => Promise<void>> = {
  async reserving(service, life) {
    const wallet = await life.holdWallet();
    await life.subscribe('s');
    await wallet.awaited('what reserves');
    expect((await life.reserved()) === 0, 'something is reserved already');
    await killAt(service, wallet);
    await life.settle();
  },
  async writing(service, life) {
    const numbers = await toWriting(life);
    expect((await life.reserved()) === 1, 'nothing is reserved');
    await killAt(service, numbers);
    await life.settle();
  },
  async confirming(service, life) {
    const numbers = await toWriting(life);
    const wallet = await life.holdWallet();
    await numbers.release();
    await wallet.awaited('what confirms');
    expect((await life.invoices()).length === 2, 'the invoice is not written');
    expect((await life.reserved()) === 1, 'it is confirmed already');
    await killAt(service, wallet);
    await life.settle();
  },
  /** Credits reserved for an invoice that will never be written; the process that releases them is killed, too. */
  async releasing(service, life) {
    const numbers = await toWriting(life);
    const unwrittenInvoiceId = randomUUID();
    await life.query('update wallet.transactions set invoice_id = $1 where wallet_id = $2 and reserved', [
      unwrittenInvoiceId,
      life.walletId,
    ]);
    await life.query(
      'update wallet.reservations set key = ($1::uuid)::text, document_id = $1::uuid where organization_id = $2',
      [unwrittenInvoiceId, life.organizationId],
    );
    await killAt(service, numbers);
    await life.settle();
    const again = await life.holdWallet();
    // Ages the reservation only now: the reconciler runs at any time.
    const aged = await life.query(
      `update wallet.reservations set reserved_at = now() - interval '1 hour' where document_id = $1 returning document_id`,
      [unwrittenInvoiceId],
    );
    expect(aged.length === 1, 'it is released already');
    await again.awaited('what releases');
    await killAt(service, again);
    await waitFor('the release', async () => (await life.reserved()) === 0, { timeoutMs: releasedWithinMs });
    await life.settle();
  },
};

export const credits = act({
  name: 'credits',
  options: { steps: everyStep.join(',') },
  async play(stage, options) {
    const chosen = chosenFrom(options.steps, everyStep);
    const service = await stage.service({ SWEEP_SECONDS: String(reconcileSeconds) });
    for (const name of chosen) {
      const begun = Date.now();
      let problems: string[];
      try {
        const life = await Life.create(service);
        await steps[name](service, life);
        problems = await life.problems();
      } catch (error) {
        problems = [stackOf(error)];
      }
      const took = ((Date.now() - begun) / 1000).toFixed(1);
      // A failed step may have left no service running.
      if (!stage.report.check(`SIGKILL while ${name} (${took} s)`, problems)) break;
    }
  },
});
