import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ChargeView } from '@tollgate/catalog/reader';
import { aggregate, chargeFee, Decimal, priceUsage, propertyTexts, usageNeeds, type Metric } from '@tollgate/rating';
import { pricedAs } from '../../model/rated-charges/rated-charge.js';
import { chargeOf, june } from '../../rating/in-advance-rating/in-advance-charge.fixture.js';
import { anyPrice, decimal } from '../explanations/prices.fixture.js';
import { shownPart } from './plan-prices.presenter.js';
import { priceCharge, quantitiesOfCharges } from './priced-quantities.rules.js';

const metric: fc.Arbitrary<Metric> = fc.record({
  aggregationType: fc.constantFrom('sum_agg' as const, 'count_agg' as const),
  recurring: fc.constant(false),
  roundingFunction: fc.constantFrom(null, 'round' as const, 'ceil' as const),
  roundingPrecision: fc.constantFrom(null, 2),
});
const subject = fc.record({
  price: anyPrice,
  metric,
  value: decimal(40, 2),
  count: fc.integer({ min: 0, max: 9 }),
  stated: decimal(99, 1),
  currency: fc.constantFrom('EUR', 'JPY', 'BHD'),
});

describe('the price of a quantity', () => {
  it('is the fee of its events, and the result of its steps', () => {
    fc.assert(
      fc.property(subject, ({ price, metric, value, count, stated, currency }) => {
        const { chargeModel, properties } = price;
        const base = chargeOf(metric.aggregationType, chargeModel, properties as Record<string, unknown>);
        const charge = { ...base, payInAdvance: false, metric: { ...base.metric, ...metric } } as ChargeView;
        const isCounted = metric.aggregationType === 'count_agg';
        const units = isCounted ? new Decimal(count) : new Decimal(value).times(count);
        const eventsPriceCents = new Decimal(count === 0 ? 0 : stated);
        const [[, quantities] = []] = quantitiesOfCharges(
          { charges: [charge] },
          {
            units: null,
            charges: [
              { chargeCode: charge.code, units, eventsCount: count, texts: propertyTexts({}), eventsPriceCents },
            ],
          },
        );
        const part = priceCharge(charge, quantities ?? [], currency).parts[0];
        if (!part) throw new Error('the charge has no part');
        const events = Array.from({ length: count }, (_, position) => ({
          transactionId: String(position),
          timestampMicros: june.from * 1000 + position,
          receivedAtMicros: position,
          value,
          preciseTotalAmountCents: position === 0 ? eventsPriceCents : new Decimal(0),
        }));
        const priced = pricedAs(charge, null, currency);
        const free = usageNeeds(priced).allowance;
        const billed = chargeFee(priceUsage(priced, aggregate(metric, events, june, ...(free ? [free] : []))), priced);
        expect(part.fee).toEqual(billed);
        const { steps } = shownPart({ charge, part, currency }, true);
        expect(steps?.at(-1)?.value).toBe(String(billed.amountCents));
      }),
      { numRuns: 2000 },
    );
  });
});
