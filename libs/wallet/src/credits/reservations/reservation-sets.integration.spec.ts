import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CreditReservation, Message, ReservedCredits } from '@tollgate/contracts';
import { Config, Connections, newId } from '@tollgate/platform';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import pg from 'pg';
import { OngoingBalances } from '../ongoing/ongoing-balances.service.js';
import { WalletDatabase } from '../../wallet.database.js';
import { InvoiceCreditMessagesController } from './invoice-credit-messages.controller.js';
import { reserveCredits } from './reserve.js';
import type { AutomaticCharges } from '../../automatic-charges.js';

/** No wallet here has a rule. */
const noCharges: AutomaticCharges = {
  methodOf: () => Promise.resolve(null),
  lastMethods: () => Promise.resolve(new Map()),
};

const customers = 45;
const at = Date.parse('2024-01-10T00:00:00Z');

describe('credits of many invoices', () => {
  let connections: Connections;
  let database: WalletDatabase;
  let messages: InvoiceCreditMessagesController;
  let sandbox: Sandbox;
  let customerIds: string[];

  beforeAll(() => {
    connections = new Connections(
      new Config({ DATABASE_URL: databaseUrl(), ADMIN_API_KEY: 'unused here', INTERNAL_TOKEN: 'unused here' }),
    );
    database = new WalletDatabase(connections);
    messages = new InvoiceCreditMessagesController(database);
  });
  afterAll(() => connections.onApplicationShutdown());

  beforeEach(async () => {
    sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
    customerIds = await Promise.all(
      Array.from({ length: customers }, async (_, index) => {
        const external_customer_id = `c${index}`;
        const made = await sandbox.ok<{ customer: { svc_id: string } }>('POST', '/customers', {
          customer: { external_id: external_customer_id, currency: 'EUR' },
        });
        const wallet = { external_customer_id, rate_amount: '1', currency: 'EUR' };
        for (const granted_credits of ['1', '1.5'])
          await sandbox.ok('POST', '/wallets', { wallet: { ...wallet, granted_credits } });
        return made.customer.svc_id;
      }),
    );
    await sandbox.awaitIdle();
  }, 120_000);

  const invoiceOf = (customerId: string, cents: number): CreditReservation => ({
    key: newId(),
    invoice_id: newId(),
    customer_id: customerId,
    currency: 'EUR',
    total_cents: cents,
    fees: [
      {
        fee_type: 'subscription',
        billable_metric_id: null,
        target_wallet_code: null,
        amount_cents: cents,
        precise_coupons_amount_cents: '0',
        taxes_precise_amount_cents: '0',
        precise_credit_notes_amount_cents: '0',
      },
    ],
    at,
  });
  const reserve = async (invoices: CreditReservation[]) =>
    database.tenant(sandbox.organizationId, (transaction) => reserveCredits(transaction, invoices));
  const confirm = async (answers: ReservedCredits[], more: { measured?: boolean } = {}) =>
    Promise.all(
      answers.map(({ invoice_id, granted_cents, purchased_cents }) => {
        const message: Message<'invoice.credits_taken'> = {
          id: newId(),
          type: 'invoice.credits_taken',
          organization_id: sandbox.organizationId,
          key: invoice_id,
          occurred_at: new Date(at).toISOString(),
          request_id: null,
          payload: { invoice_id, granted_cents, purchased_cents, ...more },
        };
        return messages.onTaken(message);
      }),
    );
  const unbilled = (customer_id: string): Message<'customer.unbilled_usage'> => ({
    id: newId(),
    type: 'customer.unbilled_usage',
    organization_id: sandbox.organizationId,
    key: customer_id,
    occurred_at: new Date(at).toISOString(),
    request_id: null,
    payload: { customer_id, usage: [] },
  });
  /** Counts the messages that services handled, by type. */
  async function handled(): Promise<Map<string, number>> {
    const client = new pg.Client(databaseUrl());
    await client.connect();
    const { rows } = await client.query<{ key: string; count: number }>(
      `select 'webhook_delivery ' || type as key, count(*)::int from webhook_delivery.inbox where organization_id = $1 group by 1
       union all select 'invoicing ' || type, count(*)::int from invoicing.inbox where organization_id = $1 group by 1`,
      [sandbox.organizationId],
    );
    await client.end();
    return new Map(rows.map(({ key, count }) => [key, count]));
  }
  const granted = (answers: ReservedCredits[]) => answers.map((answer) => answer.granted_cents);

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

  it('are reserved, requested again with other amounts and confirmed, in as many statements for many as for few', async () => {
    // The first use of a connection runs statements of its own.
    await reserve([invoiceOf(customerIds[0] as string, 10)]);
    const first = customerIds.slice(1, 5).map((id) => invoiceOf(id, 170));
    const second = customerIds.slice(5).map((id) => invoiceOf(id, 170));
    const counted = async (invoices: CreditReservation[]) => {
      const others = invoices.map((invoice) => ({ ...invoice, total_cents: 160 }));
      let answers: ReservedCredits[] = [];
      const counts = [
        await statements(() => reserve(invoices)),
        await statements(async () => (answers = await reserve(others))),
      ];
      expect(granted(answers)).toEqual(invoices.map(() => 160));
      return [...counts, await statements(() => confirm(answers))];
    };
    const ofFew = await counted(first);
    // The batcher confirms the first at once, and the rest together after it.
    expect(await counted(second)).toEqual(ofFew);
    const [reserved, reservedAgain] = ofFew as [number, number];
    expect([reserved <= 10, reservedAgain <= 15]).toEqual([true, true]);
  });

  it('are published with one message for each invoice, when a snapshot follows and balances do not count them', async () => {
    const [invoices, counted, withoutSnapshot] = [
      customerIds.slice(0, 4),
      customerIds.slice(4, 6),
      customerIds.slice(6, 8),
    ];
    const reserved = await Promise.all(
      [invoices, counted, withoutSnapshot].map((ids) => reserve(ids.map((id) => invoiceOf(id, 170)))),
    );
    const [withSnapshot, countedAsThere, others] = reserved as [
      ReservedCredits[],
      ReservedCredits[],
      ReservedCredits[],
    ];
    const balances = new OngoingBalances(database, noCharges);
    await Promise.all(counted.map((customer_id) => balances.recompute(unbilled(customer_id))));
    const before = await handled();
    await Promise.all([
      confirm(withSnapshot, { measured: true }),
      confirm(countedAsThere, { measured: true }),
      confirm(others),
    ]);
    await sandbox.awaitIdle();
    const after = await handled();
    const more = (key: string) => (after.get(key) ?? 0) - (before.get(key) ?? 0);
    // 170 cents are all of the one wallet, and part of the other.
    expect([
      more('webhook_delivery wallet.credits_used'),
      more('webhook_delivery wallet.updated'),
      more('invoicing wallet.updated'),
    ]).toEqual([4, 8, 8]);
    const { activity_logs: logs } = await sandbox.ok<{ activity_logs: { activity_type: string }[] }>(
      'GET',
      '/activity_logs?per_page=100&external_customer_id=c0&activity_types[]=wallet.updated&activity_types[]=wallet_transaction.created',
    );
    expect(logs.map((log) => log.activity_type).slice(0, 4)).toEqual([
      'wallet.updated',
      'wallet.updated',
      'wallet_transaction.created',
      'wallet_transaction.created',
    ]);
  });

  it('of one customer are evaluated by alerts in order, in as many statements for eight as for three', async () => {
    const codes = await Promise.all(
      [0, 1].map(async (index) => {
        const { wallets } = await sandbox.ok<{ wallets: { code: string; balance_cents: number }[] }>(
          'GET',
          `/wallets?external_customer_id=c${index}`,
        );
        return wallets.find((wallet) => wallet.balance_cents === 100)?.code as string;
      }),
    );
    for (const [index, code] of codes.entries())
      await sandbox.ok('POST', `/customers/c${index}/wallets/${code}/alerts`, {
        alert: { alert_type: 'wallet_balance_amount', code: 'low', thresholds: [{ value: 10, recurring: true }] },
      });
    const counted = async (customerId: string, invoices: number) => {
      const answers = await reserve(Array.from({ length: invoices }, () => invoiceOf(customerId, 10)));
      return statements(() => confirm(answers));
    };
    const ofTwo = await counted(customerIds[0] as string, 3);
    // The batcher confirms the first at once, and the rest together after it.
    expect(await counted(customerIds[1] as string, 8)).toBe(ofTwo);
    await sandbox.awaitIdle();
    const { alert } = await sandbox.ok<{ alert: { previous_value: string } }>(
      'GET',
      `/customers/c1/wallets/${codes[1]}/alerts/low`,
    );
    expect(Number(alert.previous_value)).toBe(20);
  });

  it('of one customer are taken in order, until nothing is left', async () => {
    const [id] = customerIds as [string];
    const requested = [120, 100, 50].map((cents) => invoiceOf(id, cents));
    const answers = await reserve(requested);
    expect(granted(answers)).toEqual([120, 100, 30]);
    expect(granted(await reserve([...requested].reverse()))).toEqual([30, 100, 120]);
    await confirm(answers.slice(0, 2));
    // A changed request returns its first credits, and takes the credits that are left then.
    const more = { ...(requested[2] as CreditReservation), total_cents: 20 };
    const [answer] = await reserve([more]);
    expect(answer).toMatchObject({ invoice_id: requested[2]?.invoice_id, granted_cents: 20 });
    await confirm([answer as ReservedCredits]);
    const { wallets } = await sandbox.ok<{ wallets: { balance_cents: number; consumed_credits: string }[] }>(
      'GET',
      '/wallets?external_customer_id=c0',
    );
    expect(wallets.map((wallet) => wallet.balance_cents).sort()).toEqual([0, 10]);
  });
});
