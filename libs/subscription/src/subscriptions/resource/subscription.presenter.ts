import type { ActivationRule, ApplicableUsageThreshold, SingleSubscription, Subscription } from '@tollgate/contracts';
import { currentBillingPeriod, downgradePlanDate, localDate } from '@tollgate/rating';
import { readBillingEntities, readPlan, readPlanResource } from '@tollgate/catalog/reader';
import {
  isoMilliseconds,
  isoSeconds,
  isoSecondsOrNull,
  type TenantTransaction,
  type Instant,
  required,
} from '@tollgate/platform';
import { presentEntitlements } from '../entitlements/subscription-entitlement.presenter.js';
import { presentSectionsOf } from '../../model/custom-sections/selected-sections.js';
import { activationRulesOf, type ActivationRuleRow } from '../../model/subscriptions/activation-rules.repository.js';
import { customersByIds } from '../../model/customers/customers.repository.js';
import { methodOfRow } from '../../model/agreement/payment-methods.js';
import { nextBillingOf } from '../../model/agreement/schedule.js';
import { inContext, agreementOf, type SubscriptionInContext } from '../../model/agreement/subscription-agreement.js';
import { presentPlanPeriod } from './plan-period.presenter.js';
import { thresholdsInForce, thresholdsOfSubscriptions } from '../../model/usage/usage-thresholds.repository.js';
import type { SubscriptionRow } from '../../model/subscriptions/subscriptions.repository.js';

/** Subscriptions as lists show them, in input order. */
export async function presentSubscriptions(
  transaction: TenantTransaction,
  rows: SubscriptionRow[],
  now: Instant,
): Promise<Subscription[]> {
  const customers = await customersByIds(transaction, [...new Set(rows.map((row) => row.customer_id))]);
  const entities = await readBillingEntities(transaction);
  const rules = await activationRulesOf(
    transaction,
    rows.map(({ id }) => id),
  );
  const customerOf = new Map(customers.map((customer) => [customer.id, customer]));
  return (await inContext(transaction, rows)).map((subscription) => {
    const customer = required(customerOf, subscription.row.customer_id, 'customer');
    const timezone = customer.timezone ?? entities.get(customer.billing_entity_id)?.timezone ?? 'UTC';
    const issuer = entities.get(subscription.row.billing_entity_id ?? customer.billing_entity_id);
    const presented = { externalCustomerId: customer.external_id, timezone, now };
    return {
      ...present(subscription, rules.get(subscription.row.id) ?? [], presented),
      billing_entity_code: issuer?.code ?? '',
    };
  });
}

/** One subscription with its plan, in the shape of answers. */
export async function presentSubscription(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  now: Instant,
): Promise<SingleSubscription> {
  const [subscription] = await presentSubscriptions(transaction, [row], now);
  return {
    ...(subscription as Subscription),
    plan: { ...(await readPlanResource(transaction, row.plan_id)) },
    applied_invoice_custom_sections: await presentSectionsOf(transaction, row.id),
    applicable_usage_thresholds: await presentThresholds(transaction, row),
    entitlements: await presentEntitlements(transaction, row),
  };
}

/** The usage thresholds in force for a subscription. */
export async function presentThresholds(
  transaction: TenantTransaction,
  row: SubscriptionRow,
): Promise<ApplicableUsageThreshold[]> {
  const ownThresholds = (await thresholdsOfSubscriptions(transaction, [row.id])).get(row.id);
  const inForce = thresholdsInForce(row, ownThresholds, await readPlan(transaction, row.plan_id));
  return inForce.map(({ amountCents, displayName, recurring }) => ({
    amount_cents: Number(amountCents),
    threshold_display_name: displayName,
    recurring,
  }));
}

function present(
  subscription: SubscriptionInContext,
  rules: ActivationRuleRow[],
  { externalCustomerId, timezone, now }: { externalCustomerId: string; timezone: string; now: Instant },
): Omit<Subscription, 'billing_entity_code'> {
  const { row, plan, previousPlan, next } = subscription;
  const period = row.started_at
    ? currentBillingPeriod(agreementOf(subscription), now, timezone, nextBillingOf(row))
    : null;
  return {
    svc_id: row.id,
    external_id: row.external_id,
    svc_customer_id: row.customer_id,
    external_customer_id: externalCustomerId,
    name: row.name,
    plan_code: plan.code,
    plan_amount_cents: Number(plan.amountCents),
    plan_amount_currency: plan.currency,
    status: row.status,
    billing_time: row.billing_time,
    subscription_at: isoSeconds(row.subscription_at),
    started_at: row.started_at ? isoMilliseconds(row.started_at) : null,
    activated_at: isoSecondsOrNull(row.activated_at),
    trial_ended_at: isoSecondsOrNull(row.trial_ended_at),
    ending_at: isoSecondsOrNull(row.ending_at),
    terminated_at: isoSecondsOrNull(row.terminated_at),
    canceled_at: isoSecondsOrNull(row.canceled_at),
    created_at: isoSeconds(row.created_at),
    previous_plan_code: previousPlan?.code ?? null,
    next_plan_code: next?.plan.code ?? null,
    downgrade_plan_date: downgradeDate(subscription, timezone, now),
    current_billing_period_started_at: period ? isoSeconds(period.from) : null,
    current_billing_period_ending_at: period ? isoSeconds(period.to) : null,
    ...presentPlanPeriod(subscription, timezone, now),
    on_termination_credit_note: row.on_termination_credit_note,
    on_termination_invoice: row.on_termination_invoice,
    progressive_billing_disabled: row.progressive_billing_disabled,
    consolidate_invoice: row.consolidate_invoice,
    purchase_order_number: row.purchase_order_number,
    cancellation_reason: row.cancellation_reason,
    ending_requested_at: isoSecondsOrNull(row.ending_requested_at),
    ending_reason: row.ending_reason,
    payment_method: methodOfRow(row),
    activation_rules: rules.map(presentRule),
  };
}

const presentRule = (rule: ActivationRuleRow): ActivationRule => ({
  svc_id: rule.id,
  type: rule.type,
  timeout_hours: rule.timeout_hours,
  status: rule.status,
  expires_at: isoSecondsOrNull(rule.expires_at),
  created_at: isoSeconds(rule.created_at),
  updated_at: isoSeconds(rule.updated_at),
});

/** The instant of a scheduled or completed downgrade; null for an upgrade (subscriptions, section 8.3). */
function downgradeDate(subscription: SubscriptionInContext, timezone: string, now: Instant): string | null {
  const { next } = subscription;
  if (!next) return null;
  if (next.row.status === 'pending')
    return downgradePlanDate(agreementOf(subscription), now, timezone, nextBillingOf(subscription.row));
  return agreementOf(subscription).successor === 'downgrade' && next.row.started_at
    ? localDate(next.row.started_at.getTime(), 'UTC')
    : null;
}
