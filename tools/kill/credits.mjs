// npm run test:credits [-- --steps NAMES]
// Prepaid credits move from a wallet onto an invoice in steps: they are reserved, the invoice is written, and the
// reservation is confirmed, or released if the invoice was never written. The test kills a standalone service at each
// step and restarts it: the credits must be drawn exactly once. Closes with `N passed, N failed`.
//   --steps   some of reserving, writing, confirming, releasing
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { newOrganization, advanceClock } from '../bench/setup.ts';
import { say, waitFor } from '../harness/process.ts';
import { startStandalone } from '../harness/standalone.ts';

const startedAt = Date.UTC(2024, 0, 10);
const reconcileSeconds = 2;
/** Released by then, even if a reconciler dies with its process. */
const releasedWithinMs = 60_000;

/** A customer with one invoice and then credits for 5.00, and subscriptions that cost 1.00 each. */
class Life {
  constructor(service) {
    this.service = service;
    this.now = startedAt;
  }

  async begin() {
    this.api = await newOrganization(this.service, 'Credits', new Date(startedAt).toISOString());
    await this.api.ok('POST', '/api/v1/customers', { customer: { external_id: 'c', currency: 'EUR' } });
    const plan = { name: 'p', code: 'p', interval: 'monthly', amount_cents: 100, amount_currency: 'EUR' };
    await this.api.ok('POST', '/api/v1/plans', { plan: { ...plan, pay_in_advance: true } });
    await this.subscribe('before');
    await this.settle();
    const walletInput = { external_customer_id: 'c', rate_amount: '1', currency: 'EUR', granted_credits: '5' };
    this.walletId = (await this.api.ok('POST', '/api/v1/wallets', { wallet: walletInput })).wallet.svc_id;
    await this.settle();
    const { rows } = await this.query('select organization_id from wallet.wallets where id = $1', [this.walletId]);
    this.organizationId = rows[0].organization_id;
  }

  subscribe(id) {
    return this.api.ok('POST', '/api/v1/subscriptions', {
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
  settle() {
    this.now += 60_000;
    return advanceClock(this.api, new Date(this.now).toISOString());
  }

  /** One statement that bypasses the service; each start has another server. */
  async query(text, values) {
    const client = await connect(this.service);
    try {
      return await client.query(text, values);
    } finally {
      await client.end();
    }
  }

  async reserved() {
    const { rowCount } = await this.query('select from wallet.reservations where organization_id = $1', [
      this.organizationId,
    ]);
    return rowCount;
  }

  async invoices() {
    return (await this.api.ok('GET', '/api/v1/invoices?external_customer_id=c')).invoices;
  }

  holdWallet() {
    return hold(this.service, 'select from wallet.wallets where id = $1 for update', this.walletId);
  }

  holdNumbers() {
    const numbers = 'select from invoicing.invoice_sequences where organization_id = $1 for update';
    return hold(this.service, numbers, this.organizationId);
  }

  /** Differences from the expected state: one invoice of 1.00 paid by credits, and no work in progress. */
  async problems() {
    const { wallet } = await this.api.ok('GET', `/api/v1/wallets/${this.walletId}`);
    const paid = (await this.invoices()).map((invoice) => invoice.prepaid_credit_amount_cents).sort((a, b) => a - b);
    const { rows } = await this.query(
      `select coalesce(sum(amount_cents) filter (where transaction_type = 'inbound'), 0)::int as inbound,
              coalesce(sum(amount_cents) filter (where transaction_type = 'outbound'), 0)::int as outbound,
              coalesce(sum(remaining_amount_cents), 0)::int as remaining,
              (select coalesce(sum(share.amount_cents), 0)::int from wallet.consumptions share
                 join wallet.transactions outbound on outbound.id = share.outbound_transaction_id
               where outbound.wallet_id = $1) as consumed
       from wallet.transactions where wallet_id = $1`,
      [this.walletId],
    );
    const found = {
      balance: wallet.balance_cents,
      consumed_credits: wallet.consumed_credits,
      prepaid: paid.join(' and '),
      reserved: await this.reserved(),
      ...rows[0],
    };
    const expected = {
      balance: 400,
      consumed_credits: '1.0',
      prepaid: '0 and 100',
      reserved: 0,
      inbound: 500,
      outbound: 100,
      remaining: 400,
      consumed: 100,
    };
    return Object.keys(expected)
      .filter((name) => found[name] !== expected[name])
      .map((name) => `${name}: ${found[name]} instead of ${expected[name]}`);
  }
}

async function connect(service) {
  const client = new pg.Client(service.databaseUrl);
  // A connection that was killed with its server reports nothing more.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** A locked row, and whether a session waits for it. */
async function hold(service, statement, value) {
  const [client, watcher] = await Promise.all([connect(service), connect(service)]);
  await client.query('begin');
  await client.query(statement, [value]);
  const { pid } = (await client.query('select pg_backend_pid() as pid')).rows[0];
  const isAwaited = async () =>
    (await watcher.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [pid])).rowCount > 0;
  return {
    awaited: (what) => waitFor(what, isAwaited, { timeoutMs: releasedWithinMs, everyMs: 20 }),
    /** If the server ended with the service, no lock remains. */
    release: () => Promise.allSettled([client.query('commit').finally(() => client.end()), watcher.end()]),
  };
}

/** Kills the service while it waits for the lock, and restarts it without the lock. */
async function killAt(service, held) {
  await service.kill('SIGKILL');
  await held.release();
  await service.start();
}

const expect = (is, what) => {
  if (!is) throw new Error(`the step was not reached: ${what}`);
};

/**
 * Proceeds to the writing of an invoice with reserved credits; an earlier attempt runs without them.
 * @returns the lock there
 */
async function toWriting(life) {
  const wallet = await life.holdWallet();
  await life.subscribe('s');
  await wallet.awaited('what reserves');
  const numbers = await life.holdNumbers();
  await wallet.release();
  await numbers.awaited('what writes');
  return numbers;
}

const steps = {
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
    const { rowCount: aged } = await life.query(
      `update wallet.reservations set reserved_at = now() - interval '1 hour' where document_id = $1`,
      [unwrittenInvoiceId],
    );
    expect(aged === 1, 'it is released already');
    await again.awaited('what releases');
    await killAt(service, again);
    await waitFor('the release', async () => (await life.reserved()) === 0, { timeoutMs: releasedWithinMs });
    await life.settle();
  },
};

const { values } = parseArgs({ options: { steps: { type: 'string', default: Object.keys(steps).join(',') } } });
const chosen = values.steps.split(',');
const unknown = chosen.filter((name) => !(name in steps));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not one of ${Object.keys(steps).join(', ')}`);
const counts = { passed: 0, failed: 0 };
const service = await startStandalone({ env: { SWEEP_SECONDS: String(reconcileSeconds) } });
let keep = false;
try {
  for (const name of chosen) {
    const begun = Date.now();
    const life = new Life(service);
    let problems;
    try {
      await life.begin();
      await steps[name](service, life);
      problems = await life.problems();
    } catch (error) {
      problems = [error.stack];
    }
    keep ||= problems.length > 0;
    counts[problems.length === 0 ? 'passed' : 'failed']++;
    const took = ((Date.now() - begun) / 1000).toFixed(1);
    console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'}  SIGKILL while ${name} (${took} s)`);
    for (const problem of problems) console.log(`        ${problem}`);
    // A failed step may have left no service running.
    if (problems.length > 0) break;
  }
} finally {
  await service.stop({ keep });
  if (keep) say(`Data and log: ${service.dir}`);
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);
