import { Injectable } from '@nestjs/common';
import type { InstantFee } from '@tollgate/contracts';
import type { ChargeView } from '@tollgate/catalog/reader';
import { Clock, NotFound, ValidationFailed, type TenantTransaction, type Instant } from '@tollgate/platform';
import {
  aggregationOf,
  chargeModelOf,
  Decimal,
  fieldText,
  instantEventFee,
  plainDecimal,
  roundUnits,
  type EventTexts,
} from '@tollgate/rating';
import { bucketOfEvent } from '../../rating/in-advance-rating/event-rating.js';
import { eventFeeLine } from '../../rating/in-advance-rating/fee-lines.js';
import { findActivePayer } from '../../rating/in-advance-rating/payer.js';
import { runningPeriodOf } from '../../model/billed-usage/period-histories.repository.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { pricedAs } from '../../model/rated-charges/rated-charge.js';
import { presentInstantEstimate } from './estimate.presenter.js';
import { readRequestedEvent, type RequestedEvent } from './event-to-estimate.rules.js';

/** Prices events without regard to other usage (metering, section 8.2). */
@Injectable()
export class InstantEstimatesService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFound `subscription_not_found`
   * @throws ValidationFailed when a subscription's plan has no such charge for any of its events
   */
  async estimate(organizationId: string, raw: unknown[]): Promise<InstantFee[]> {
    const now = await this.clock.now(organizationId);
    const requestedEvents = raw.map((event) => readRequestedEvent(event, now));
    return this.database.tenant(organizationId, async (transaction) => {
      const fees: InstantFee[] = [];
      for (const externalId of new Set(requestedEvents.map((event) => event.externalSubscriptionId))) {
        const subscriptionEvents = requestedEvents.filter((event) => event.externalSubscriptionId === externalId);
        fees.push(...(await estimateOfSubscription(transaction, externalId, subscriptionEvents, now)));
      }
      return fees;
    });
  }
}

async function estimateOfSubscription(
  transaction: TenantTransaction,
  externalId: string,
  events: RequestedEvent[],
  now: Instant,
): Promise<InstantFee[]> {
  const payer = await findActivePayer(transaction, externalId, now);
  if (!payer) throw new NotFound('subscription');
  const codes = new Set(events.map(({ code }) => code));
  const charges = payer.subscription.plan.charges.filter(
    (charge) => charge.payInAdvance && chargeModelOf(charge.chargeModel).events.alone && codes.has(charge.metric.code),
  );
  if (charges.length === 0) throw new ValidationFailed({ code: ['does_not_match_an_instant_charge'] });
  const period = await runningPeriodOf(transaction, payer, now);
  const { currency } = payer.subscription.plan;
  return events.flatMap(({ code, event }) =>
    charges
      .filter((charge) => charge.metric.code === code)
      .map((charge) => {
        const bucket = bucketOfEvent(charge, event.texts);
        const fee = instantEventFee(pricedAs(charge, bucket.filter, currency), unitsOf(charge, event.texts));
        return presentInstantEstimate(eventFeeLine(payer, charge, bucket, fee, period, event), payer);
      }),
  );
}

function unitsOf({ metric }: ChargeView, texts: EventTexts): Decimal {
  const isCounted = aggregationOf(metric.aggregationType).reads === 'nothing';
  const units = isCounted ? new Decimal(1) : plainDecimal(fieldText(metric, texts));
  return roundUnits(units ?? new Decimal(0), metric);
}
