import { beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-01T10:00:00Z');
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
});

/** A monthly plan for 31.00, and a subscription to it. */
async function subscribe(plan: { pay_in_advance: boolean; trial_period?: number }): Promise<void> {
  await sandbox.ok('POST', '/plans', {
    plan: { name: 'p', code: 'p', interval: 'monthly', amount_cents: 3100, amount_currency: 'EUR', ...plan },
  });
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p' },
  });
}
const setTrial = (trial_period: number) =>
  sandbox.ok('PUT', '/subscriptions/s', { subscription: { plan_overrides: { trial_period } } });
const trialEndedAt = async () =>
  (await sandbox.ok<{ subscription: { trial_ended_at: string | null } }>('GET', '/subscriptions/s')).subscription
    .trial_ended_at;
/** Nonzero subscription fees of all invoices, oldest first. */
async function fees(): Promise<number[]> {
  const { invoices } = await sandbox.ok<{ invoices: { fees_amount_cents: number }[] }>('GET', '/invoices');
  return invoices.map((invoice) => invoice.fees_amount_cents).filter((cents) => cents > 0);
}

describe('the trial of a subscription with own terms', () => {
  it('is extended: its fee is billed at its new end (subscriptions, section 5.3)', async () => {
    await subscribe({ pay_in_advance: true, trial_period: 10 });
    await setTrial(40);
    await sandbox.advanceClock('2024-01-12T00:00:00Z');
    expect([await trialEndedAt(), await fees()]).toEqual([null, []]);
    await sandbox.advanceClock('2024-02-10T11:00:00Z');
    expect(await trialEndedAt()).toBe('2024-02-10T10:00:00Z');
    // 20 of the 29 days of February.
    expect(await fees()).toEqual([2138]);
  });

  it('is shortened, even if its new end has passed already', async () => {
    await subscribe({ pay_in_advance: true, trial_period: 20 });
    await setTrial(15);
    await setTrial(5);
    await sandbox.advanceClock('2024-01-07T00:00:00Z');
    expect(await trialEndedAt()).toBe('2024-01-06T10:00:00Z');
    expect(await fees()).toEqual([2600]);
    await setTrial(30);
    await sandbox.advanceClock('2024-01-31T12:00:00Z');
    expect([await trialEndedAt(), await fees()]).toEqual(['2024-01-06T10:00:00Z', [2600]]);
  });

  it('is added if the plan had none, and the fee of the start is not billed again', async () => {
    await subscribe({ pay_in_advance: true });
    await sandbox.awaitIdle();
    expect(await fees()).toEqual([3100]);
    await setTrial(3);
    await sandbox.advanceClock('2024-01-06T00:00:00Z');
    expect([await trialEndedAt(), await fees()]).toEqual(['2024-01-04T10:00:00Z', [3100]]);
  });
});
