import type { ChargeView } from '@tollgate/catalog/reader';
import { DAY, Decimal, groupOfEvent, SECOND, type ChargeFee, type UsagePeriod } from '@tollgate/rating';
import type { FeeLine, NewFee } from '../../model/line-items/new-invoice.js';
import { taxesOfLine, type Payer } from '../../model/line-items/payer.js';
import { presentationKeys } from '../../model/line-items/charge-parts.js';
import type { PresentedUnits } from '../../model/line-items/rated-charge.js';
import type { InAdvanceBucket, ChargedEvent } from './event-rating.js';

type FeeEvent = Pick<ChargedEvent, 'transactionId' | 'texts'>;

/** Builds the fee of an event (charges, section 3.5). */
export function eventFeeLine(
  payer: Payer,
  charge: ChargeView,
  bucket: InAdvanceBucket,
  fee: ChargeFee,
  period: UsagePeriod,
  event: FeeEvent,
): FeeLine {
  return {
    ...usageFeeLine(payer, charge, { ...bucket, presentation: presentationOf(charge, event, fee) }, fee),
    totalAggregatedUnits: fee.units,
    eventsCount: 1,
    payInAdvance: true,
    ...(charge.invoiceable ? { from: period.from, to: period.to } : wholeDays(period)),
    chargesPeriod: { from: period.from, to: period.to },
    eventTransactionId: event.transactionId,
  };
}

function presentationOf(charge: ChargeView, { texts }: FeeEvent, { units }: ChargeFee): PresentedUnits[] {
  const keys = presentationKeys(charge, { presentation: true });
  return keys.length === 0 ? [] : [{ by: groupOfEvent(texts, keys), units }];
}

/** The common fields of every usage fee in advance. */
export function usageFeeLine(payer: Payer, charge: ChargeView, bucket: NonNullable<NewFee['bucket']>, fee: ChargeFee) {
  return {
    type: 'charge' as const,
    subscription: payer.subscription,
    charge,
    bucket,
    itemId: charge.metric.id,
    itemCode: charge.metric.code,
    itemName: charge.metric.name,
    itemDescription: charge.metric.description,
    invoiceDisplayName: charge.invoiceDisplayName || charge.metric.name,
    amountCents: fee.amountCents,
    preciseAmountCents: fee.preciseAmountCents,
    preciseCouponsAmountCents: new Decimal(0),
    units: fee.units,
    preciseUnitAmount: fee.preciseUnitAmount,
    amountDetails: fee.amountDetails,
    ...(fee.pricingUnit ? { pricingUnit: fee.pricingUnit } : {}),
    ...taxesOfLine(payer, charge.taxes),
  };
}

/**
 * The period that uninvoiced fees show: from the first second to the last of its days in UTC (charges, section 1.3).
 */
export function wholeDays({ from, to }: Pick<UsagePeriod, 'from' | 'to'>): { from: number; to: number } {
  return { from: Math.floor(from / DAY) * DAY, to: Math.floor(to / DAY) * DAY + DAY - SECOND };
}
