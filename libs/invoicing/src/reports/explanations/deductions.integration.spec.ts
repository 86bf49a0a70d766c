import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FeeExplanation, InvoiceExplanation } from '@tollgate/contracts';
import pg from 'pg';
import { aMetric, aPlan, aSubscription, databaseUrl, Sandbox, sendEvent } from '@tollgate/testing';

interface Invoice {
  svc_id: string;
  invoice_type: string;
  fees: { svc_id: string; amount_cents: number; item: { type: string; code: string } }[];
}

let database: pg.Client;
let sandbox: Sandbox;
let events = 0;
let final: Invoice;
const progressive: Invoice[] = [];

const explained = async (id: string) =>
  (await sandbox.ok<{ explanation: InvoiceExplanation }>('GET', `/invoices/${id}/explanation`)).explanation;
const feeExplained = async (id: string) =>
  (await sandbox.ok<{ explanation: FeeExplanation | null }>('GET', `/fees/${id}/explanation`)).explanation;
const feeOf = ({ fees }: Invoice, code: string) => fees.find(({ item }) => item.code === code)?.svc_id ?? '';

async function use(code: string, units: number): Promise<void> {
  events += 1;
  await sendEvent(sandbox, { id: `e${events}`, metric: code, at: '2024-03-02T00:00:00Z', properties: { units } });
  await sandbox.awaitIdle();
}

async function invoices(): Promise<Invoice[]> {
  const { invoices: listed } = await sandbox.ok<{ invoices: { svc_id: string }[] }>('GET', '/invoices?sort=created_at');
  return Promise.all(
    listed.map(async ({ svc_id: id }) => (await sandbox.ok<{ invoice: Invoice }>('GET', `/invoices/${id}`)).invoice),
  );
}

async function applyCoupon(code: string, fields: Record<string, unknown>): Promise<void> {
  const coupon = { name: code, code, frequency: 'forever', expiration: 'no_expiration', ...fields };
  await sandbox.ok('POST', '/coupons', { coupon });
  await sandbox.ok('POST', '/applied_coupons', { applied_coupon: { external_customer_id: 'c1', coupon_code: code } });
}

/**
 * Units of two metrics cost 1.00 each; thresholds are at 10.00 and at 30.00 of usage. The first invoice bills 20 of a,
 * the second one 12 of b. The period ends with 25 of a, 12 of b, the plan, and two coupons.
 */
beforeAll(async () => {
  database = new pg.Client(databaseUrl());
  await database.connect();
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  const plan = aPlan()
    .monthly(1_000)
    .with({ usage_thresholds: [{ amount_cents: 1_000 }, { amount_cents: 3_000 }] });
  for (const code of ['a', 'b']) plan.charge(await aMetric(code).sumOf('units').createIn(sandbox), '1');
  await plan.createIn(sandbox);
  await aSubscription().createIn(sandbox);
  await sandbox.advanceClock('2024-03-03T00:00:00Z');
  await use('a', 20);
  await use('b', 12);
  await use('a', 5);
  progressive.push(...(await invoices()));
  await applyCoupon('tenth', { coupon_type: 'percentage', percentage_rate: '10' });
  await applyCoupon('three', { coupon_type: 'fixed_amount', amount_cents: 300, amount_currency: 'EUR' });
  await sandbox.advanceClock('2024-04-01T12:00:00Z');
  final = (await invoices()).find(({ invoice_type: type }) => type === 'subscription') as Invoice;
});
afterAll(() => database.end());

describe('the explanation of an invoice', () => {
  it('says which fee of which progressive invoice gives how much to which fee', async () => {
    const [first, second] = progressive as [Invoice, Invoice];
    const { progressive_credits: credits, agrees } = await explained(final.svc_id);
    expect(agrees).toBe(true);
    expect(credits?.sort((one, other) => other.amount_cents - one.amount_cents)).toEqual([
      {
        svc_fee_id: feeOf(final, 'a'),
        svc_progressive_invoice_id: first.svc_id,
        svc_progressive_fee_id: feeOf(first, 'a'),
        amount_cents: 2_000,
      },
      {
        svc_fee_id: feeOf(final, 'b'),
        svc_progressive_invoice_id: second.svc_id,
        svc_progressive_fee_id: feeOf(second, 'b'),
        amount_cents: 1_200,
      },
    ]);
    expect((await explained(second.svc_id)).progressive_credits).toMatchObject([
      { svc_fee_id: feeOf(second, 'a'), svc_progressive_invoice_id: first.svc_id, amount_cents: 2_000 },
    ]);
    expect((await explained(first.svc_id)).progressive_credits).toEqual([]);
  });

  it('has the base, the amount and the share of each fee for each coupon, in their order', async () => {
    const { coupons } = await explained(final.svc_id);
    expect(coupons).toMatchObject([
      { coupon_code: 'tenth', coupon_name: 'tenth', precise_base_amount_cents: '1500.0', amount_cents: 150 },
      { coupon_code: 'three', precise_base_amount_cents: '1350.0', amount_cents: 300 },
    ]);
    const sharesOf = (fee: string) =>
      coupons.map(({ shares }) => {
        const share = shares?.find(({ svc_fee_id: id }) => id === fee);
        return [share?.precise_base_amount_cents, share?.precise_amount_cents];
      });
    expect(sharesOf(feeOf(final, 'a'))).toEqual([
      ['500.0', '50.0'],
      ['450.0', '100.0'],
    ]);
    expect(sharesOf(feeOf(final, 'b'))).toEqual([
      ['0.0', '0.0'],
      ['0.0', '0.0'],
    ]);
  });
});

describe('the explanation of a fee', () => {
  it('has the steps to its discounts, each from decimals or earlier steps of its own', async () => {
    const explanation = await feeExplained(feeOf(final, 'a'));
    expect(explanation).toMatchObject({ agrees: true, differences: [] });
    const steps = explanation?.discount_steps ?? [];
    expect(steps.at(-1)).toMatchObject({ id: 'discounts', value: '2150' });
    const kinds = steps.map(({ kind, value }) => [kind, value]);
    for (const expected of [
      ['billed_first', '2000'],
      ['progressive_share', '2000'],
      ['coupon_base', '1500'],
      ['coupon_share', '50'],
      ['coupon_share', '100'],
    ])
      expect(kinds).toContainEqual(expected);
    const known = new Set<string>();
    for (const { id, args } of steps) {
      expect(args.filter((argument) => argument.startsWith('$') && !known.has(argument))).toEqual([]);
      known.add(`$${id}`);
    }
  });

  it('has one step without discounts', async () => {
    const [first] = progressive as [Invoice];
    const explanation = await feeExplained(feeOf(first, 'a'));
    expect(explanation?.discount_steps).toMatchObject([{ id: 'discounts', kind: 'discounts_stored', value: '0' }]);
  });
});

describe('stored inputs', () => {
  it('of format 1 explain the amounts of fees, and coupons as before', async () => {
    await database.query('update invoicing.invoice_inputs set format = 1 where invoice_id = $1', [final.svc_id]);
    const invoice = await explained(final.svc_id);
    expect(invoice).toMatchObject({ agrees: true, progressive_credits: null });
    expect(invoice.coupons.map(({ shares }) => shares?.length)).toEqual([3, 3]);
    const fee = await feeExplained(feeOf(final, 'a'));
    expect(fee?.discount_steps.at(-1)?.value).toBe('2150');
    await database.query('update invoicing.invoice_inputs set format = 2 where invoice_id = $1', [final.svc_id]);
  });

  it('that lead elsewhere are a difference', async () => {
    await database.query(
      `update invoicing.invoice_inputs set inputs = jsonb_set(inputs, '{progressive,0,amount_cents}', '"1999"')
       where invoice_id = $1`,
      [final.svc_id],
    );
    const { differences, agrees } = await explained(final.svc_id);
    expect(agrees).toBe(false);
    expect(differences.map(({ field }) => field)).toContain(
      `fees.${feeOf(final, 'a')}.progressive_credit_amount_cents`,
    );
  });
});
