import { Injectable } from '@nestjs/common';
import type { EventEffects, EventFee } from '@tollgate/contracts';
import { readMetricsByCode } from '@tollgate/catalog/reader';
import { EventSearch, findVoidedEvent, type CountedEvent } from '@tollgate/ingestion/reader';
import { awaitOwnUsage, CommandBus, isoSeconds, NotFound, type TenantTransaction } from '@tollgate/platform';
import { centsNumber } from '@tollgate/rating';
import { findSubscriptionsAt } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { feesOfEvent } from '../../model/fees/fees.repository.js';
import { chargesOfEvent, reasonsOfMetric } from './event-effects.rules.js';

/** Shows where an event counts, or why not. */
@Injectable()
export class EventEffectsService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly events: EventSearch,
    private readonly commands: CommandBus,
  ) {}

  /** @throws NotFound; Unavailable while the usage store does not answer */
  async read(
    organizationId: string,
    transactionId: string,
    externalSubscriptionId: string | undefined,
  ): Promise<EventEffects> {
    await awaitOwnUsage(this.commands, organizationId);
    const event = await this.events.counted(organizationId, transactionId, externalSubscriptionId);
    return this.database.tenant(organizationId, async (transaction) => {
      if (event) return effectsOf(transaction, event);
      const voided = await findVoidedEvent(transaction, transactionId, externalSubscriptionId);
      if (!voided) throw new NotFound('event');
      return { ...factsOf({ ...voided, value_text: null }), ...nothing, reasons: ['voided'] };
    });
  }
}

const nothing = {
  counted: false,
  svc_billable_metric_id: null,
  svc_subscription_id: null,
  plan_code: null,
  charges: [],
  fees: [],
};

const factsOf = (event: Omit<CountedEvent, 'value' | 'texts'>) => ({
  svc_event_id: event.id,
  transaction_id: event.transaction_id,
  external_subscription_id: event.external_subscription_id || null,
  code: event.code,
  timestamp: isoSeconds(new Date(Number(event.timestamp) / 1000)),
  value: event.value_text,
});

async function effectsOf(transaction: TenantTransaction, event: CountedEvent): Promise<EventEffects> {
  const metric = (await readMetricsByCode(transaction, [event.code])).get(event.code);
  const at = Math.floor(Number(event.timestamp) / 1000);
  const [subscription = null] = event.external_subscription_id
    ? await findSubscriptionsAt(transaction, [{ externalId: event.external_subscription_id, at }])
    : [];
  const charges = metric && subscription ? chargesOfEvent(subscription.plan, metric, event.texts) : [];
  const reasons = reasonsOfMetric(metric, event);
  if (!subscription) reasons.push('no_subscription');
  else if (metric && charges.length === 0) reasons.push('no_charge');
  return {
    ...factsOf(event),
    counted: reasons.length === 0,
    reasons,
    svc_billable_metric_id: metric?.id ?? null,
    svc_subscription_id: subscription?.id ?? null,
    plan_code: subscription?.plan.code ?? null,
    charges,
    fees: subscription ? await presentFees(transaction, event.transaction_id, subscription.id) : [],
  };
}

async function presentFees(
  transaction: TenantTransaction,
  transactionId: string,
  subscriptionId: string,
): Promise<EventFee[]> {
  const fees = await feesOfEvent(transaction, transactionId, subscriptionId);
  return fees.map((fee) => ({
    svc_fee_id: fee.id,
    svc_invoice_id: fee.invoice_id,
    amount_cents: centsNumber(fee.amount_cents),
    amount_currency: fee.currency,
    created_at: isoSeconds(fee.created_at),
  }));
}
