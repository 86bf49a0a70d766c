import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { CreditReservation, Message, MessagePayload, MessageType, ReservedCredits } from '@tollgate/contracts';
import { Config, Connections, newId } from '@tollgate/platform';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import fc from 'fast-check';
import pg from 'pg';
import { CreditPaymentMessagesController } from '../payments/credit-payment-messages.controller.js';
import { InvoiceCreditMessagesController } from './invoice-credit-messages.controller.js';
import { reserveCredits } from './reserve.js';
import { undo } from './undo.js';
import { lockActiveWalletsOf } from '../../model/wallets/wallets.repository.js';
import { WalletDatabase } from '../../wallet.database.js';

const wallets = 3;
const concurrency = 8;
const at = Date.parse('2024-01-10T00:00:00Z');

/** Commands on the wallets of one customer; indexes wrap around. */
const command = fc.oneof(
  fc.record({ do: fc.constant('grant' as const), wallet: fc.nat(), cents: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ do: fc.constant('sell' as const), wallet: fc.nat(), cents: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ do: fc.constant('settle' as const), of: fc.nat(), succeeds: fc.boolean() }),
  fc.record({ do: fc.constant('void' as const), wallet: fc.nat(), cents: fc.integer({ min: 1, max: 500 }) }),
  fc.record({
    do: fc.constant('reserve' as const),
    cents: fc.array(fc.integer({ min: 1, max: 1_200 }), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ do: fc.constant('request again' as const), of: fc.nat(), cents: fc.integer({ min: 1, max: 1_200 }) }),
  fc.record({ do: fc.constant('confirm' as const), of: fc.nat() }),
  fc.record({ do: fc.constant('release' as const), of: fc.nat() }),
  fc.record({ do: fc.constant('return' as const), of: fc.nat() }),
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

let connections: Connections;
let database: WalletDatabase;
let watcher: pg.Client;

beforeAll(async () => {
  connections = new Connections(
    new Config({ DATABASE_URL: databaseUrl(), ADMIN_API_KEY: 'unused here', INTERNAL_TOKEN: 'unused here' }),
  );
  database = new WalletDatabase(connections);
  watcher = new pg.Client(databaseUrl());
  await watcher.connect();
});
afterAll(async () => {
  await watcher.end();
  await connections.onApplicationShutdown();
});

/** One customer with wallets, and the reservations and confirmations of its invoices. */
class Customer {
  readonly reserved: { invoice: CreditReservation; answer: ReservedCredits }[] = [];
  readonly confirmed: string[] = [];
  readonly sold: string[] = [];
  private readonly use = new InvoiceCreditMessagesController(database);
  private readonly payments = new CreditPaymentMessagesController(database);

  private constructor(
    private readonly sandbox: Sandbox,
    private readonly id: string,
    readonly walletIds: string[],
  ) {}

  static async create(): Promise<Customer> {
    const sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
    const { customer } = await sandbox.ok<{ customer: { svc_id: string } }>('POST', '/customers', {
      customer: { external_id: 'c', currency: 'EUR' },
    });
    const ids: string[] = [];
    for (let index = 0; index < wallets; index++) {
      const wallet = { external_customer_id: 'c', rate_amount: '1', currency: 'EUR', priority: index + 1 };
      ids.push((await sandbox.ok<{ wallet: { svc_id: string } }>('POST', '/wallets', { wallet })).wallet.svc_id);
    }
    return new Customer(sandbox, customer.svc_id, ids);
  }

  async carryOut(step: Command): Promise<void> {
    switch (step.do) {
      case 'grant':
        return void (await this.transact(step.wallet, { granted_credits: credits(step.cents) }));
      case 'sell':
        return void this.sold.push(...(await this.transact(step.wallet, { paid_credits: credits(step.cents) })));
      case 'void':
        return void (await this.transact(step.wallet, { voided_credits: credits(step.cents) }));
      case 'settle':
        return this.settle(pick(this.sold, step.of), step.succeeds ? 'succeeded' : 'failed');
      case 'reserve':
        return this.reserve(step.cents.map((cents) => this.invoiceOf(cents)));
      case 'request again': {
        const reservation = pick(this.reserved, step.of);
        return reservation && this.reserve([{ ...reservation.invoice, total_cents: step.cents }]);
      }
      case 'confirm':
        return this.confirm(pick(this.reserved, step.of));
      case 'release':
        return this.release(pick(this.reserved, step.of));
      case 'return':
        return this.returnCredits(pick(this.confirmed, step.of));
    }
  }

  /** Runs a wallet transaction; a void above the balance may fail. @returns the created transactions */
  private async transact(wallet: number, what: object): Promise<string[]> {
    const { status, body } = await this.sandbox.call('POST', '/wallet_transactions', {
      wallet_transaction: { wallet_id: pick(this.walletIds, wallet), ...what },
    });
    expect([200, 422]).toContain(status);
    return ((body['wallet_transactions'] ?? []) as { svc_id: string }[]).map((made) => made.svc_id);
  }

  private async settle(id: string | undefined, status: 'succeeded' | 'failed'): Promise<void> {
    const payload = { wallet_transaction_id: id as string, invoice_id: newId(), payment_status: status };
    if (id !== undefined) await this.payments.onPayment(this.message('invoice.credits_payment', payload));
  }

  private async reserve(invoices: CreditReservation[]): Promise<void> {
    const answers = await database.tenant(this.sandbox.organizationId, (transaction) =>
      reserveCredits(transaction, invoices),
    );
    answers.forEach((answer, index) => {
      const invoice = invoices[index] as CreditReservation;
      const place = this.reserved.findIndex((reservation) => reservation.invoice.key === invoice.key);
      if (place >= 0) this.reserved.splice(place, 1);
      this.reserved.push({ invoice, answer });
    });
  }

  /** Confirms a reservation; expects a refusal without a change for a released one. */
  private async confirm(reservation: Customer['reserved'][number] | undefined): Promise<void> {
    if (!reservation) return;
    const { invoice_id, granted_cents, purchased_cents } = reservation.answer;
    const payload = { invoice_id, granted_cents, purchased_cents };
    await this.use.onTaken(this.message('invoice.credits_taken', payload)).then(
      () => this.confirmed.push(invoice_id),
      (error: Error) => expect(error.message).toMatch(/nothing is reserved|other credits/),
    );
  }

  private async release(reservation: Customer['reserved'][number] | undefined): Promise<void> {
    if (!reservation) return;
    await database.tenant(this.sandbox.organizationId, async (transaction) => {
      await lockActiveWalletsOf(transaction, [this.id]);
      await undo(transaction, [reservation.answer.invoice_id]);
    });
  }

  /** Voids an invoice. Repeated and concurrent messages for one invoice must return its credits once. */
  async returnCredits(invoiceId: string | undefined): Promise<void> {
    if (invoiceId === undefined) return;
    const place = this.confirmed.indexOf(invoiceId);
    if (place >= 0) this.confirmed.splice(place, 1);
    await this.use.onReturned(this.message('invoice.credits_returned', { invoice_id: invoiceId }));
  }

  /** Reads the balance of the first wallet. */
  async balanceCents(): Promise<number | undefined> {
    const { rows } = await watcher.query<{ balance: number }>(
      'select balance_cents::int as balance from wallet.wallets where id = $1',
      [this.walletIds[0]],
    );
    return rows[0]?.balance;
  }

  private invoiceOf(cents: number): CreditReservation {
    const nothing = '0';
    const fee = {
      fee_type: 'subscription' as const,
      billable_metric_id: null,
      target_wallet_code: null,
      amount_cents: 1_200,
      precise_coupons_amount_cents: nothing,
      taxes_precise_amount_cents: nothing,
      precise_credit_notes_amount_cents: nothing,
    };
    const ids = { key: newId(), invoice_id: newId(), customer_id: this.id };
    return { ...ids, currency: 'EUR', total_cents: cents, fees: [fee], at };
  }

  private message<T extends MessageType>(type: T, payload: MessagePayload<T>): Message<T> {
    return {
      id: newId(),
      type,
      organization_id: this.sandbox.organizationId,
      key: this.id,
      occurred_at: new Date(at).toISOString(),
      request_id: null,
      payload,
    };
  }
}

const credits = (cents: number): string => (cents / 100).toFixed(2);
const pick = <T>(list: T[], index: number): T | undefined => list[index % list.length];

/** Reads the wallets whose sums disagree, in one snapshot. */
async function violationsOf(walletIds: string[]): Promise<object[]> {
  const { rows } = await watcher.query<object>(
    `with funded as (
       select inbound.wallet_id, inbound.amount_cents, inbound.remaining_amount_cents as left_cents,
              coalesce(sum(share.amount_cents), 0) as consumed
       from wallet.transactions inbound left join wallet.consumptions share on share.inbound_transaction_id = inbound.id
       where inbound.wallet_id = any($1::uuid[]) and inbound.transaction_type = 'inbound' and inbound.status = 'settled'
       group by inbound.id
     ), used as (
       select outbound.wallet_id, outbound.amount_cents, coalesce(sum(share.amount_cents), 0) as consumed
       from wallet.transactions outbound left join wallet.consumptions share on share.outbound_transaction_id = outbound.id
       where outbound.wallet_id = any($1::uuid[]) and outbound.transaction_type = 'outbound'
       group by outbound.id
     )
     select wallet.id, wallet.balance_cents, funded.*, used.* from wallet.wallets wallet
     left join (
       select wallet_id, sum(amount_cents) as inbound, sum(consumed) as consumed, sum(left_cents) as remaining,
              bool_and(amount_cents = consumed + left_cents) as whole
       from funded group by wallet_id
     ) funded on funded.wallet_id = wallet.id
     left join (
       select wallet_id, sum(amount_cents) as outbound, sum(consumed) as used, bool_and(amount_cents = consumed) as covered
       from used group by wallet_id
     ) used on used.wallet_id = wallet.id
     where wallet.id = any($1::uuid[]) and (
       wallet.balance_cents < 0
       or coalesce(inbound, 0) <> coalesce(consumed, 0) + wallet.balance_cents
       or coalesce(remaining, 0) <> wallet.balance_cents
       or coalesce(outbound, 0) <> coalesce(consumed, 0)
       or not coalesce(whole, true) or not coalesce(covered, true)
     )`,
    [walletIds],
  );
  return rows;
}

it('inbound credits equal consumed and remaining ones, at each instant of concurrent commands', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 20, maxLength: 60 }), async (commands) => {
      const customer = await Customer.create();
      const waiting = [...commands];
      let over = false;
      const watch = async (): Promise<object[]> => {
        while (!over) {
          const violations = await violationsOf(customer.walletIds);
          if (violations.length > 0) return violations;
        }
        return violationsOf(customer.walletIds);
      };
      const watching = watch();
      const work = async (): Promise<void> => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await customer.carryOut(next);
      };
      const outcomes = await Promise.allSettled(Array.from({ length: concurrency }, work));
      over = true;
      expect(await watching).toEqual([]);
      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    }),
    { numRuns: 12, endOnFailure: true },
  );
}, 120_000);

it('a voided invoice returns its credits once, when its message repeats and runs concurrently', async () => {
  const customer = await Customer.create();
  await customer.carryOut({ do: 'grant', wallet: 0, cents: 500 });
  await customer.carryOut({ do: 'reserve', cents: [300] });
  await customer.carryOut({ do: 'confirm', of: 0 });
  const [invoiceId] = customer.confirmed;
  await Promise.all([invoiceId, invoiceId, invoiceId].map((id) => customer.returnCredits(id)));
  await customer.returnCredits(invoiceId);
  expect(await violationsOf(customer.walletIds)).toEqual([]);
  expect(await customer.balanceCents()).toBe(500);
});

it('an invoice that used one wallet twice returns all of it once, and no credits that are only reserved', async () => {
  const customer = await Customer.create();
  await customer.carryOut({ do: 'grant', wallet: 0, cents: 1_000 });
  await customer.carryOut({ do: 'reserve', cents: [300] });
  await customer.carryOut({ do: 'confirm', of: 0 });
  const [invoiceId] = customer.confirmed;
  await customer.carryOut({ do: 'request again', of: 0, cents: 400 });
  await customer.carryOut({ do: 'confirm', of: 0 });
  await customer.carryOut({ do: 'request again', of: 0, cents: 200 });
  await customer.returnCredits(invoiceId);
  expect(await customer.balanceCents()).toBe(800);
  await customer.carryOut({ do: 'release', of: 0 });
  expect(await customer.balanceCents()).toBe(1_000);
  expect(await violationsOf(customer.walletIds)).toEqual([]);
});

it('returns no credits while a reservation is neither confirmed nor released', async () => {
  const customer = await Customer.create();
  await customer.carryOut({ do: 'grant', wallet: 0, cents: 500 });
  await customer.carryOut({ do: 'reserve', cents: [300] });
  const invoiceId = customer.reserved[0]?.answer.invoice_id;
  await expect(customer.returnCredits(invoiceId)).rejects.toThrow('not confirmed yet');
  expect(await customer.balanceCents()).toBe(200);
});
