import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_CENTS } from './decimal.js';
import { amountDue, isSettled, upToAmountDue, withPayment, type Settlement } from './settlement.js';

const total = fc.bigInt({ min: 0n, max: MAX_CENTS });
/** Events of an invoice: payments of any amount, and offsets as a share of the amount due, in thousandths. */
const event = fc.oneof(
  fc.record({ pay: fc.bigInt({ min: -1n, max: MAX_CENTS }) }),
  fc.record({ payShare: fc.bigInt({ min: 0n, max: 1001n }) }),
  fc.record({ offsetShare: fc.bigInt({ min: 0n, max: 1000n }) }),
);

describe('payments and offsets of an invoice', () => {
  it('always add up to its total with the amount due; a payment never exceeds that', () => {
    fc.assert(
      fc.property(total, fc.array(event, { maxLength: 40 }), (totalCents, events) => {
        let invoice: Settlement = { totalCents, paidCents: 0n, offsetCents: 0n };
        const payments: bigint[] = [];
        for (const input of events) {
          const due = amountDue(invoice);
          if ('offsetShare' in input) {
            invoice = { ...invoice, offsetCents: invoice.offsetCents + (due * input.offsetShare) / 1000n };
          } else {
            const amount = 'pay' in input ? input.pay : (due * input.payShare) / 1000n;
            const paid = withPayment(invoice, amount);
            expect(paid !== null).toBe(amount > 0n && amount <= due);
            if (paid) payments.push(amount);
            invoice = paid ?? invoice;
          }
          expect(payments.reduce((sum, each) => sum + each, 0n)).toBe(invoice.paidCents);
          expect(invoice.paidCents + invoice.offsetCents + amountDue(invoice)).toBe(totalCents);
          expect(amountDue(invoice) >= 0n).toBe(true);
          expect(isSettled(invoice)).toBe(amountDue(invoice) === 0n);
        }
      }),
    );
  });

  it('take of any payment what is due, and no more', () => {
    const cents = fc.bigInt({ min: -1n, max: MAX_CENTS });
    fc.assert(
      fc.property(total, fc.bigInt({ min: 0n, max: 1000n }), cents, (totalCents, paidShare, offered) => {
        const invoice: Settlement = { totalCents, paidCents: (totalCents * paidShare) / 1000n, offsetCents: 0n };
        const due = amountDue(invoice);
        const taken = upToAmountDue(invoice, offered);
        expect(taken).toBe(offered < 0n ? 0n : offered < due ? offered : due);
        expect(taken === 0n || withPayment(invoice, taken) !== null).toBe(true);
      }),
    );
  });
});
