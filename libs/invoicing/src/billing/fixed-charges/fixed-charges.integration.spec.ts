import { describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

interface Fee {
  amount_cents: number;
  units: string;
  from_date: string;
  item: { code: string; type: string };
}
interface Invoice {
  svc_id: string;
  status: string;
  total_amount_cents: number;
  issuing_date: string;
}

const fixedCharge = (code: string, units: number, amount: string, more: object = {}) => ({
  add_on_code: code,
  charge_model: 'standard',
  units,
  properties: { amount },
  ...more,
});
const inAdvance = { pay_in_advance: true };

async function prepare(now: string, customer: object = {}): Promise<Sandbox> {
  const sandbox = await Sandbox.create(now);
  for (const code of ['seats', 'support'])
    await sandbox.ok('POST', '/add_ons', { add_on: { name: code, code, amount_cents: 100, amount_currency: 'EUR' } });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c1', currency: 'EUR', ...customer } });
  return sandbox;
}

const plan = (sandbox: Sandbox, code: string, amount: number, charges: object[], more: object = {}) =>
  sandbox.ok('POST', '/plans', {
    plan: {
      name: code,
      code,
      interval: 'monthly',
      amount_cents: amount,
      amount_currency: 'EUR',
      pay_in_advance: true,
      fixed_charges: charges,
      ...more,
    },
  });

const subscribe = async (sandbox: Sandbox, code: string, more: object = {}) => {
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c1', external_id: 's1', plan_code: code, ...more },
  });
  await sandbox.awaitIdle();
};

const setUnits = (sandbox: Sandbox, units: number) =>
  sandbox.ok('PUT', '/subscriptions/s1/fixed_charges/seats', {
    fixed_charge: { units, apply_units_immediately: true },
  });

const fees = async (sandbox: Sandbox, since = '') =>
  (
    await sandbox.ok<{ fees: Fee[] }>('GET', `/fees?external_subscription_id=s1${since && `&created_at_from=${since}`}`)
  ).fees.map(({ item, units, amount_cents, from_date }) => [
    item.type === 'subscription' ? 'plan' : item.code,
    Number(units),
    amount_cents,
    from_date.slice(0, 10),
  ]);

const invoices = async (sandbox: Sandbox) => (await sandbox.ok<{ invoices: Invoice[] }>('GET', '/invoices')).invoices;

describe('fixed charges', () => {
  it('in advance and prorated are billed after an upgrade less the prepaid amount of the same days', async () => {
    const sandbox = await prepare('2024-03-01T00:00:00Z');
    await plan(sandbox, 'small', 1_000, [fixedCharge('seats', 10, '10', { ...inAdvance, prorated: true })]);
    await plan(sandbox, 'large', 2_000, [fixedCharge('seats', 10, '20', { ...inAdvance, prorated: true })]);
    await subscribe(sandbox, 'small');
    await sandbox.advanceClock('2024-03-16T10:00:00Z');
    await subscribe(sandbox, 'large');
    expect((await fees(sandbox)).filter(([code]) => code === 'seats')).toEqual([
      ['seats', 10, 10_000, '2024-03-01'],
      ['seats', 10, 5_162, '2024-03-16'],
    ]);
  });

  it('in advance have no fee at the end of a trial that was over before the subscription was created', async () => {
    const sandbox = await prepare('2024-03-16T00:00:00Z');
    await plan(sandbox, 'small', 1_000, [fixedCharge('seats', 10, '10', inAdvance)], { trial_period: 5 });
    await subscribe(sandbox, 'small', { subscription_at: '2024-03-01T00:00:00Z' });
    await sandbox.advanceClock('2024-03-17T00:00:00Z');
    expect((await fees(sandbox)).map(([code]) => code)).toEqual(['plan']);
    await sandbox.advanceClock('2024-04-02T00:00:00Z');
    expect((await fees(sandbox)).filter(([code]) => code === 'seats')).toEqual([['seats', 10, 10_000, '2024-04-01']]);
  });

  it('are on the invoice of an upgrade without the fee of a plan in arrears', async () => {
    const sandbox = await prepare('2024-03-01T00:00:00Z');
    await plan(sandbox, 'small', 1_000, [], { pay_in_advance: false });
    await plan(sandbox, 'large', 3_100, [fixedCharge('seats', 10, '20', inAdvance)], { pay_in_advance: false });
    await subscribe(sandbox, 'small');
    await sandbox.advanceClock('2024-03-16T10:00:00Z');
    await subscribe(sandbox, 'large');
    expect(await fees(sandbox)).toEqual([
      ['seats', 10, 20_000, '2024-03-16'],
      ['plan', 1, 484, '2024-03-01'],
    ]);
    await sandbox.advanceClock('2024-04-01T00:10:00Z');
    expect(await fees(sandbox, '2024-04-01T00:00:00Z')).toEqual([
      ['plan', 1, 1_600, '2024-03-16'],
      ['seats', 10, 20_000, '2024-04-01'],
    ]);
  });

  it('of a yearly plan are billed by the month if the plan says so', async () => {
    const sandbox = await prepare('2024-01-01T00:00:00Z');
    const charges = [fixedCharge('support', 10, '10'), fixedCharge('seats', 5, '10', inAdvance)];
    await plan(sandbox, 'yearly', 12_000, charges, {
      interval: 'yearly',
      pay_in_advance: false,
      bill_fixed_charges_monthly: true,
    });
    await subscribe(sandbox, 'yearly');
    expect(await fees(sandbox)).toEqual([['seats', 5, 5_000, '2024-01-01']]);
    await sandbox.advanceClock('2024-02-01T00:10:00Z');
    expect(await fees(sandbox, '2024-02-01T00:00:00Z')).toEqual([
      ['support', 10, 10_000, '2024-01-01'],
      ['seats', 5, 5_000, '2024-02-01'],
    ]);
    await sandbox.advanceClock('2025-01-01T00:10:00Z');
    expect((await fees(sandbox, '2025-01-01T00:00:00Z')).map(([code]) => code)).toEqual(['plan', 'support', 'seats']);
  });

  it('in advance are billed in a trial, and not again when it ends', async () => {
    const sandbox = await prepare('2024-03-01T00:00:00Z');
    await plan(sandbox, 'tried', 3_100, [fixedCharge('seats', 10, '10', inAdvance)], { trial_period: 10 });
    await subscribe(sandbox, 'tried');
    expect(await fees(sandbox)).toEqual([['seats', 10, 10_000, '2024-03-01']]);
    await sandbox.advanceClock('2024-03-11T01:00:00Z');
    expect((await fees(sandbox)).slice(1)).toEqual([['plan', 1, 2_100, '2024-03-01']]);
  });

  it('of a draft remain as billed when units change after it', async () => {
    const sandbox = await prepare('2024-03-01T00:00:00Z', { billing_configuration: { invoice_grace_period: 3 } });
    await plan(sandbox, 'p', 0, [fixedCharge('seats', 10, '10', inAdvance)]);
    await subscribe(sandbox, 'p');
    await setUnits(sandbox, 15);
    await sandbox.awaitIdle();
    const draft = (await invoices(sandbox)).find(({ status }) => status === 'draft');
    await sandbox.ok('PUT', `/invoices/${draft?.svc_id}/refresh`);
    await sandbox.advanceClock('2024-03-05T00:00:00Z');
    expect((await invoices(sandbox)).map(({ status, total_amount_cents: total }) => [status, total]).sort()).toEqual([
      ['finalized', 10_000],
      ['finalized', 5_000],
    ]);
  });

  it('have a fee for each change, however fast changes arrive', async () => {
    const sandbox = await prepare('2024-03-01T00:00:00Z');
    await plan(sandbox, 'p', 0, [fixedCharge('seats', 10, '10', inAdvance)]);
    await sandbox.ok('POST', '/subscriptions', {
      subscription: { external_customer_id: 'c1', external_id: 's1', plan_code: 'p' },
    });
    for (const units of [15, 12, 20]) await setUnits(sandbox, units);
    await sandbox.awaitIdle();
    const seats = (await fees(sandbox)).filter(([code]) => code === 'seats');
    expect(seats.map(([, units, amount]) => [units, amount])).toEqual([
      [10, 10_000],
      [5, 5_000],
      [0, 0],
      [5, 5_000],
    ]);
  });
});
