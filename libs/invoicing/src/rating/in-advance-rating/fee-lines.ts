import type { ChargeView } from '@tollgate/catalog/reader';
import {
  carriesFlatAmount,
  DAY,
  Decimal,
  fieldText,
  groupOfEvent,
  SECOND,
  type ChargeFee,
  type UsagePeriod,
} from '@tollgate/rating';
import { eventInputs } from '../../model/fee-inputs/charge-inputs.js';
import { partOfCharge, type FeeLine, type NewFee } from '../../model/line-items/new-invoice.js';
import { taxesOfLine, type Payer } from '../../model/line-items/payer.js';
import { presentationKeys } from '../../model/rated-charges/charge-parts.js';
import { pricedAs, type PresentedUnits } from '../../model/rated-charges/rated-charge.js';
import type { EventInputs } from '../../model/fee-inputs/fee-inputs.tables.js';
import type { ChargedEvent, EventBasis, EventInCharge, InAdvanceBucket } from './event-rating.js';

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

/** The inputs of the fee of an event, from the usage with it and without it (metering, section 5.10). */
export function inputsOfEvent(
  payer: Pick<Payer, 'subscription' | 'customer'>,
  { charge, bucket, event, period }: Pick<EventInCharge, 'charge' | 'bucket' | 'event' | 'period'>,
  { before, change, increment, withEvent, withoutEvent }: EventBasis,
): EventInputs {
  const { transactionId, timestamp, texts } = event;
  return eventInputs(partOfCharge(payer, charge, bucket, period), {
    event: { transactionId, timestamp, value: fieldText(charge.metric, texts) },
    period,
    before,
    change: change.toFixed(),
    billedUnits: increment.billedUnits.toFixed(),
    feeUnits: increment.feeUnits.toFixed(),
    priced: increment.priced,
    pricedAs: pricedAs(charge, bucket.filter, payer.subscription.plan.currency),
    withEvent,
    withoutEvent: carriesFlatAmount(charge.chargeModel, withoutEvent) ? null : withoutEvent,
  });
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
