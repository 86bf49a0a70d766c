import { describe, expect, it } from '@jest/globals';
import { NOTHING_TAKEN } from './credit-notes/amounts.js';
import { Decimal } from './decimal.js';
import { assertInvoiceAddsUp, assertNoteFits, InvoiceDoesNotAddUp } from './invoice-invariants.js';

const tax = { code: 't', rate: new Decimal(20) };
const fee = (cents: bigint, share: string) => ({
  amountCents: cents,
  preciseCouponsAmountCents: new Decimal(share),
  taxes: [tax],
});
const figures = (progressive: bigint, coupons: bigint, subTotal: bigint) => ({
  progressiveBillingCreditAmountCents: progressive,
  couponsAmountCents: coupons,
  subTotalExcludingTaxesAmountCents: subTotal,
});

describe('an issued invoice', () => {
  it('has fee deductions that match its progressive credit and coupons', () => {
    const fees = [fee(30_000n, '21000'), fee(3100n, '0')];
    expect(() => assertInvoiceAddsUp(fees, figures(20_000n, 1000n, 12_100n), 1)).not.toThrow();
    expect(() => assertInvoiceAddsUp(fees, figures(18_000n, 1200n, 13_900n), 1)).toThrow(InvoiceDoesNotAddUp);
    expect(() => assertInvoiceAddsUp(fees, figures(20_999n, 0n, 12_101n), 0)).toThrow('21000 is off its fees');
  });

  it('discounts no fee beyond its amount', () => {
    const beyond = [fee(100n, '101'), fee(100n, '0')];
    expect(() => assertInvoiceAddsUp(beyond, figures(0n, 101n, 99n), 1)).toThrow('101 is off a fee of 100');
    const below = [fee(100n, '-1'), fee(100n, '1')];
    expect(() => assertInvoiceAddsUp(below, figures(0n, 0n, 200n), 0)).toThrow(InvoiceDoesNotAddUp);
  });

  it('applies a tax of all fees to its subtotal', () => {
    const fees = [fee(100n, '10'), fee(100n, '0')];
    expect(() => assertInvoiceAddsUp(fees, figures(0n, 10n, 190n), 1)).not.toThrow();
    expect(() => assertInvoiceAddsUp(fees, figures(0n, 10n, 180n), 1)).toThrow('t is on 190 of 180');
  });

  it("may differ by a coupon's truncated cent, and by the rounding of its shares", () => {
    const fees = [fee(100n, '33.33333'), fee(100n, '16.66667')];
    expect(() => assertInvoiceAddsUp(fees, figures(0n, 49n, 151n), 1)).not.toThrow();
    expect(() => assertInvoiceAddsUp(fees, figures(0n, 48n, 152n), 1)).toThrow(InvoiceDoesNotAddUp);
  });

  it('takes a share below 0 of a fee below 0', () => {
    const fees = [fee(1100n, '110'), fee(-100n, '-10')];
    expect(() => assertInvoiceAddsUp(fees, figures(0n, 100n, 900n), 1)).not.toThrow();
    const whole = [fee(1100n, '110'), fee(-100n, '-100')];
    expect(() => assertInvoiceAddsUp(whole, figures(0n, 100n, 900n), 1)).toThrow('10 is off its fees, 100 off');
    const beyond = [fee(1100n, '201'), fee(-100n, '-101')];
    expect(() => assertInvoiceAddsUp(beyond, figures(0n, 100n, 900n), 1)).toThrow('-101 is off a fee of -100');
  });
});

describe('a credit note', () => {
  it("does not exceed the invoice's remainder, apart from the final cent", () => {
    const rest = {
      remainingCents: new Decimal(15),
      subTotalCents: 4n,
      taxesCents: 1n,
      credited: [],
      taken: NOTHING_TAKEN,
    };
    expect(() => assertNoteFits(6n, rest)).not.toThrow();
    expect(() => assertNoteFits(14n, rest)).toThrow('a note of 14 is on an invoice that leaves 5');
    expect(() => assertNoteFits(2n, { ...rest, subTotalCents: -3n })).not.toThrow();
  });
});
