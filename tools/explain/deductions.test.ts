import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DeductedInvoice, type Deductions, faultsOfDeductions } from './deductions.ts';

/** 10.00 and 5.00; 4.00 of the first were billed at a threshold. A tenth and then 3.00 are off. */
const invoice: DeductedInvoice = {
  progressive_billing_credit_amount_cents: 400,
  prepaid_credit_amount_cents: 50,
  prepaid_granted_credit_amount_cents: 20,
  prepaid_purchased_credit_amount_cents: 30,
  fees: [
    { svc_id: 'a', amount_cents: 1000, precise_coupons_amount_cents: '623.63636' },
    { svc_id: 'b', amount_cents: 500, precise_coupons_amount_cents: '186.36364' },
  ],
  credits: [
    { amount_cents: 400, item: { type: 'invoice' } },
    { amount_cents: 110, item: { type: 'coupon' } },
    { amount_cents: 300, item: { type: 'coupon' } },
  ],
};
const share = (svc_fee_id: string, precise_base_amount_cents: string, precise_amount_cents: string) => ({
  svc_fee_id,
  precise_base_amount_cents,
  precise_amount_cents,
});
const deductions = (): Deductions & { progressive_credits: object[] } => ({
  progressive_credits: [
    { svc_fee_id: 'a', svc_progressive_invoice_id: 'p', svc_progressive_fee_id: 'pa', amount_cents: 300 },
    { svc_fee_id: 'a', svc_progressive_invoice_id: 'q', svc_progressive_fee_id: 'qa', amount_cents: 100 },
  ],
  coupons: [
    {
      svc_applied_coupon_id: 'tenth',
      precise_base_amount_cents: '1100.0',
      amount_cents: 110,
      shares: [share('a', '600.0', '60.0'), share('b', '500.0', '50.0')],
    },
    {
      svc_applied_coupon_id: 'three',
      precise_base_amount_cents: '990.0',
      amount_cents: 300,
      shares: [share('a', '540.0', '163.63636'), share('b', '450.0', '136.36364')],
    },
  ],
  wallets: [{ amount_cents: 50, granted_amount_cents: 20, purchased_amount_cents: 30 }],
});
/** The faults after a planted change. */
const planted = (change: (changed: Deductions) => void): string[] => {
  const changed = deductions();
  change(changed);
  return faultsOfDeductions(invoice, changed);
};

describe('the parts of the deductions of an invoice', () => {
  it('add up', () => {
    assert.deepEqual(faultsOfDeductions(invoice, deductions()), []);
  });

  it('are not checked where only amounts are stored', () => {
    const stored = planted((changed) => {
      changed.progressive_credits = null;
      for (const coupon of changed.coupons) [coupon.shares, coupon.precise_base_amount_cents] = [null, null];
    });
    assert.deepEqual(stored, []);
  });

  it('name a progressive credit of another amount, of another fee, and one that stands twice', () => {
    const credits = (changed: Deductions) =>
      changed.progressive_credits as { svc_fee_id: string; amount_cents: number }[];
    assert.match(
      planted((changed) => Object.assign(credits(changed)[0] ?? {}, { amount_cents: 301 })).join(),
      /401, not 400/,
    );
    assert.match(
      planted((changed) => Object.assign(credits(changed)[1] ?? {}, { svc_fee_id: 'b' })).join(),
      /fee a: discounts/,
    );
    assert.match(
      planted(
        (changed) =>
          (changed.progressive_credits = [
            ...(changed.progressive_credits ?? []),
            ...(changed.progressive_credits ?? []),
          ]),
      ).join(),
      /credits a fee twice/,
    );
  });

  it('name a share that moved, and coupons in another order', () => {
    const moved = planted((changed) => {
      const [first, second] = changed.coupons[1]?.shares ?? [];
      if (first && second) [first.precise_amount_cents, second.precise_amount_cents] = ['163.63637', '136.36363'];
    });
    assert.deepEqual(moved, [
      'fee a: discounts are 62363637/100000, not 15590909/25000',
      'fee b: discounts are 18636363/100000, not 4659091/25000',
    ]);
    assert.match(planted((changed) => changed.coupons.reverse()).join(), /^coupons take 300,110, not 110,300/);
  });

  it('name a coupon beyond its base, and shares beyond the coupon', () => {
    const beyond = planted((changed) =>
      Object.assign(changed.coupons[0] ?? {}, { precise_base_amount_cents: '109.0' }),
    );
    assert.deepEqual(beyond, ['coupon tenth exceeds its base']);
    const large = planted((changed) =>
      Object.assign(changed.coupons[0]?.shares?.[0] ?? {}, { precise_amount_cents: '62.0' }),
    );
    assert.match(large.join(), /the shares of coupon tenth are 112, more than 110/);
  });

  it('name wallets that paid otherwise', () => {
    assert.deepEqual(
      planted((changed) =>
        Object.assign(changed.wallets[0] ?? {}, { granted_amount_cents: 21, purchased_amount_cents: 29 }),
      ),
      ['granted credits are 21, not 20', 'purchased credits are 29, not 30'],
    );
  });
});
