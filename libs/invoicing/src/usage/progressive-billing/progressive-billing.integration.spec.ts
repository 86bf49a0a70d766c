import { describe, expect, it } from '@jest/globals';
import { aCustomer, aMetric, aPlan, aSubscription, Sandbox, sendEvent } from '@tollgate/testing';

interface Invoice {
  svc_id: string;
  invoice_type: string;
  fees_amount_cents: number;
  coupons_amount_cents: number;
  progressive_billing_credit_amount_cents: number;
  total_amount_cents: number;
  applied_usage_thresholds: {
    lifetime_usage_amount_cents: number;
    usage_threshold: { amount_cents: number; recurring: boolean };
  }[];
}

const thresholds = [{ amount_cents: 1_000 }, { amount_cents: 2_000 }, { amount_cents: 500, recurring: true }];

/** A customer on a plan of 31.00 with units of 1.00 each. */
async function subscribed(plan: Record<string, unknown>): Promise<Sandbox> {
  const sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  const metric = await aMetric().sumOf('units').createIn(sandbox);
  await aCustomer().createIn(sandbox);
  await aPlan().monthly(3_100).charge(metric, '1').with(plan).createIn(sandbox);
  await aSubscription().createIn(sandbox);
  return sandbox;
}

const use = async (sandbox: Sandbox, transactionId: string, units: number) =>
  sendEvent(sandbox, { id: transactionId, at: '2024-03-02T00:00:00Z', properties: { units } });

const invoices = async (sandbox: Sandbox, type: string) =>
  (await sandbox.ok<{ invoices: Invoice[] }>('GET', `/invoices?invoice_type=${type}`)).invoices;

describe('progressive billing', () => {
  it('bills every threshold once, however many events arrive at once, and the rest with the period', async () => {
    const sandbox = await subscribed({ usage_thresholds: thresholds });
    await Promise.all(Array.from({ length: 60 }, (_, i) => use(sandbox, `e${i}`, 1)));
    await sandbox.awaitIdle();
    const progressive = await invoices(sandbox, 'progressive_billing');
    const latest = Math.max(...progressive.map((invoice) => invoice.fees_amount_cents));
    expect(latest).toBeGreaterThan(5_500);
    // Each repeats all usage and credits the one before: the sum equals the usage by the last one.
    expect(progressive.reduce((total, invoice) => total + invoice.total_amount_cents, 0)).toBe(latest);
    const steps = progressive
      .flatMap((invoice) => invoice.applied_usage_thresholds)
      .filter(({ usage_threshold: { recurring } }) => !recurring);
    expect(steps.map(({ usage_threshold: { amount_cents } }) => amount_cents).sort()).toEqual([1_000, 2_000]);

    await sandbox.advanceClock('2024-04-01T00:10:00Z');
    const [periodic] = await invoices(sandbox, 'subscription');
    expect(periodic).toMatchObject({
      fees_amount_cents: 9_100,
      progressive_billing_credit_amount_cents: latest,
      total_amount_cents: 9_100 - latest,
    });
  });

  it('does not bill again when a passed threshold is set again', async () => {
    const sandbox = await subscribed({ usage_thresholds: [{ amount_cents: 1_000 }] });
    await use(sandbox, 'e1', 12);
    await sandbox.awaitIdle();
    expect(await invoices(sandbox, 'progressive_billing')).toHaveLength(1);
    await sandbox.ok('PUT', '/plans/p', { plan: { usage_thresholds: [{ amount_cents: 1_000 }] } });
    await sandbox.ok('PUT', '/subscriptions/s1', { subscription: { usage_thresholds: [{ amount_cents: 1_100 }] } });
    await sandbox.awaitIdle();
    expect(await invoices(sandbox, 'progressive_billing')).toHaveLength(1);
    await sandbox.ok('PUT', '/subscriptions/s1', { subscription: { usage_thresholds: [{ amount_cents: 1_300 }] } });
    await use(sandbox, 'e2', 1);
    await sandbox.awaitIdle();
    expect(
      (await invoices(sandbox, 'progressive_billing')).map((invoice) => invoice.total_amount_cents).sort(),
    ).toEqual([100, 1_200]);
  });

  it('follows the void of a periodic invoice, whose usage no longer counts (charges, section 7.2)', async () => {
    const sandbox = await subscribed({
      usage_thresholds: [{ amount_cents: 1_000 }, { amount_cents: 9_000 }, { amount_cents: 39_000 }],
    });
    await use(sandbox, 'e1', 96);
    await sandbox.awaitIdle();
    await sandbox.advanceClock('2024-04-03T00:00:00Z');
    await sendEvent(sandbox, { id: 'e2', at: '2024-04-02T00:00:00Z', properties: { units: 32 } });
    await sandbox.awaitIdle();
    const amounts = async () =>
      (await invoices(sandbox, 'progressive_billing')).map((invoice) => invoice.fees_amount_cents).sort();
    expect(await amounts()).toEqual([9_600]);
    const [periodic] = await invoices(sandbox, 'subscription');
    await sandbox.ok('POST', `/invoices/${periodic?.svc_id}/void`);
    await sandbox.awaitIdle();
    expect(await amounts()).toEqual([3_200, 9_600]);
  });

  it('is credited before coupons, which discount each unit of usage once', async () => {
    const sandbox = await subscribed({ usage_thresholds: [{ amount_cents: 1_000 }] });
    const terms = {
      coupon_type: 'percentage',
      percentage_rate: '10',
      frequency: 'forever',
      expiration: 'no_expiration',
    };
    await sandbox.ok('POST', '/coupons', { coupon: { name: 'Ten', code: 'ten', ...terms } });
    await sandbox.ok('POST', '/applied_coupons', {
      applied_coupon: { external_customer_id: 'c1', coupon_code: 'ten' },
    });
    await use(sandbox, 'e1', 20);
    await sandbox.awaitIdle();
    expect(await invoices(sandbox, 'progressive_billing')).toMatchObject([
      { fees_amount_cents: 2_000, coupons_amount_cents: 200, total_amount_cents: 1_800 },
    ]);
    await sandbox.advanceClock('2024-04-01T00:10:00Z');
    expect(await invoices(sandbox, 'subscription')).toMatchObject([
      {
        fees_amount_cents: 5_100,
        progressive_billing_credit_amount_cents: 2_000,
        coupons_amount_cents: 310,
        total_amount_cents: 2_790,
      },
    ]);
  });
});
