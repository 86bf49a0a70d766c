import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal, progressiveBillingCredit, type ProgressiveFee } from '@tollgate/rating';
import { progressiveInputs } from '../../model/fee-inputs/progressive-inputs.js';
import type { FeeRow } from '../../model/fees/fees.repository.js';
import { differencesOf } from './checks.js';
import { progressiveSteps } from './progressive-steps.js';
import { Steps } from './steps.js';

const buckets = fc.constantFrom('a', 'b', 'c');
const cents = fc.bigInt({ min: -200n, max: 2_000n });

/** Fees of progressive invoices, oldest first: credits, and notes with fractions of a cent. */
const billed = fc.array(
  fc.record({
    bucket: buckets,
    amountCents: cents,
    creditedCents: fc.option(fc.bigInt({ min: 0n, max: 2_000n })),
    noted: fc.integer({ min: 0, max: 30_000_000 }),
  }),
  { maxLength: 8 },
);

const asProgressive = (
  { noted, ...fee }: { bucket: string; amountCents: bigint; creditedCents: bigint | null; noted: number },
  place: number,
): ProgressiveFee => ({
  ...fee,
  id: `p${place}`,
  notedCents: new Decimal(noted).div(100_000),
  remainingCents: new Decimal(String(fee.amountCents)),
});

describe('the steps of the credit for progressive invoices', () => {
  it('lead to the credit of each fee, and to that of all', () => {
    fc.assert(
      fc.property(
        billed,
        fc.array(fc.record({ bucket: fc.oneof(buckets, fc.constant('')), amountCents: cents }), { maxLength: 6 }),
        (earlier, lines) => {
          const progressive = earlier.map(asProgressive);
          const taken = progressiveBillingCredit(
            progressive,
            lines.map((line) => ({ ...line, preciseCouponsAmountCents: new Decimal(0) })),
          );
          const sources = progressiveInputs(
            taken.uses,
            progressive.map(({ id }) => ({ id, invoice_id: 'i' })),
          );
          const fees = taken.fees.map(
            ({ amountCents, progressiveCreditCents }, place) =>
              ({
                id: `f${place}`,
                amount_cents: amountCents,
                progressive_credit_amount_cents: progressiveCreditCents,
              }) as FeeRow,
          );
          const steps = new Steps();
          const { byFee, checks } = progressiveSteps(steps, fees, sources);
          expect(differencesOf(steps, checks)).toEqual([]);
          const sum = steps.add({ id: 'all', kind: 'all', rule: '', op: 'sum', args: byFee });
          expect(steps.list.find(({ id }) => `$${id}` === sum)?.value).toBe(String(taken.creditCents));
        },
      ),
    );
  });
});
