import { Injectable } from '@nestjs/common';
import type { EstimatedFee, RawInput } from '@tollgate/contracts';
import { readMetricsByCode, type ChargeView, type MetricView } from '@tollgate/catalog/reader';
import { InAdvanceUsageReader } from '@tollgate/ingestion/reader';
import {
  awaitOwnUsage,
  Clock,
  CommandBus,
  NotFound,
  ValidationFailed,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { fieldText, needsNumber, plainDecimal, type HighWater, type UsagePeriod } from '@tollgate/rating';
import { bucketStates } from '../../rating/in-advance-rating/in-advance-events.repository.js';
import { earlierEvents } from '../../rating/in-advance-rating/earlier-events.js';
import { bucketOfEvent, estimateEvent, type InAdvanceBucket } from '../../rating/in-advance-rating/event-rating.js';
import { eventFeeLine } from '../../rating/in-advance-rating/fee-lines.js';
import type { Payer } from '../../model/line-items/payer.js';
import { findActivePayer } from '../../rating/in-advance-rating/payer.js';
import { runningPeriodOf } from '../../model/billed-usage/period-histories.repository.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { presentEstimate } from './estimate.presenter.js';
import { isUnixSeconds, readRequestedEvent, type RequestedEvent } from './event-to-estimate.rules.js';

interface Prepared {
  payer: Payer;
  period: UsagePeriod & { timezone: string };
  parts: { charge: ChargeView; bucket: InAdvanceBucket; state: HighWater | null }[];
}

/** Estimates the fees of an event at the present instant; stores nothing (metering, section 8.1). */
@Injectable()
export class EstimatesService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly usage: InAdvanceUsageReader,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  /** @throws NotFound `subscription_not_found`, `billable_metric_not_found`; ValidationFailed */
  async estimate(organizationId: string, raw: RawInput): Promise<EstimatedFee[]> {
    const now = await this.clock.now(organizationId);
    const requested = readRequestedEvent(raw, now);
    const { payer, period, parts } = await this.database.tenant(organizationId, (transaction) =>
      prepare(transaction, requested, now),
    );
    await awaitOwnUsage(this.commands, organizationId);
    const { currency } = payer.subscription.plan;
    const usage = { organizationId, externalSubscriptionId: payer.subscription.externalId, from: period.from };
    return Promise.all(
      parts.map(async ({ charge, bucket, state }) => {
        const earlier = await earlierEvents(this.usage, usage, charge, [requested.event]);
        const { fee } = estimateEvent({
          charge,
          bucket,
          event: requested.event,
          period,
          currency,
          state,
          earlier: earlier(requested.event, bucket),
        });
        return presentEstimate(eventFeeLine(payer, charge, bucket, fee, period, requested.event), payer);
      }),
    );
  }
}

async function prepare(
  transaction: TenantTransaction,
  { code, externalSubscriptionId, timestamp, event }: RequestedEvent,
  now: Instant,
): Promise<Prepared> {
  const payer = await findActivePayer(transaction, externalSubscriptionId, now);
  if (!payer) throw new NotFound('subscription');
  if (!isUnixSeconds(timestamp)) throw new ValidationFailed({ timestamp: ['invalid_format'] });
  const metric = (await readMetricsByCode(transaction, [code])).get(code);
  if (!metric) throw new NotFound('billable_metric');
  checkNumber(metric, event.texts);
  const charges = payer.subscription.plan.charges.filter(
    (charge) => charge.payInAdvance && charge.metric.id === metric.id,
  );
  if (charges.length === 0) throw new ValidationFailed({ code: ['does_not_match_an_instant_charge'] });
  const period = { ...(await runningPeriodOf(transaction, payer, now)), timezone: payer.customer.timezone };
  const parts: Prepared['parts'] = [];
  for (const charge of charges) {
    const bucket = bucketOfEvent(charge, event.texts);
    const [state] = await bucketStates(transaction, [
      { subscriptionId: payer.subscription.id, charge, bucket, period },
    ]);
    parts.push({ charge, bucket, state: state?.highWater ?? null });
  }
  return { payer, period, parts };
}

function checkNumber(metric: MetricView, texts: RequestedEvent['event']['texts']): void {
  if (!needsNumber(metric.aggregationType)) return;
  const text = fieldText(metric, texts) ?? '';
  if (text.trim() !== '' && plainDecimal(text) === null)
    throw new ValidationFailed({ properties: ['value_is_not_valid_number'] });
}
