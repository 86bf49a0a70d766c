import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
import { billingTimes } from '../http/enums.js';
import {
  anything,
  cents,
  date,
  flag,
  id,
  instantText,
  integer,
  record,
  text,
  timestamp,
  recordList,
  withElements,
  withMembers,
  trimmedText,
} from '../http/fields.js';
import { listCounts, listExpansions, updatedListParameters } from '../http/lists.js';
import { query, queryFlag, queryText, queryTexts, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { choiceFilter, choicesFilter, choiceText, idText } from '../http/strict-fields.js';
import { expected, strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { ActivationRule, ActivationRuleInput } from './activation-rules.js';
import { SubscriptionEntitlement } from './entitlements.js';
import { AppliedInvoiceCustomSection, InvoiceCustomSectionSelection } from './invoice-custom-sections.js';
import { expandedCustomer } from './named-customers.js';
import { NamedPlan } from './named-plans.js';
import { paymentMethodField, PaymentMethodReference } from './payment-methods.js';
import { PlanOverrides } from './plan-overrides.js';
import { Plan } from './plans.js';
import { endByCustomer } from './subscription-ends.js';
import { subscriptionStatuses } from './subscription-status.js';
import { ApplicableUsageThreshold, UsageThresholdInput } from './usage-thresholds.js';

/** The reasons for which a start that waited for its payment was given up. */
export const cancellationReasons = ['payment_failed', 'timeout'] as const;
export type CancellationReason = (typeof cancellationReasons)[number];

export const terminationCreditNotes = ['credit', 'skip', 'refund', 'offset'] as const;
export const terminationInvoices = ['generate', 'skip'] as const;

/** A subscription in lists (subscriptions, section 1.1). */
export const Subscription = shape('A subscription in lists: without its plan', {
  svc_id: svcId(),
  external_id: described(z.string(), 'Identifier that the organization assigned', 'sub_acme_1'),
  svc_customer_id: described(id(), ...texts.customerId),
  external_customer_id: described(z.string(), ...texts.externalCustomerId),
  name: described(z.string().nullable(), 'Display name', 'Acme, production'),
  /** Its own issuer, else the customer's. */
  billing_entity_code: described(z.string(), ...texts.billingEntityCode),
  plan_code: described(z.string(), ...texts.planCode),
  plan_amount_cents: described(cents(), 'Price of the plan for a period, in the smallest unit of the currency', 3000),
  plan_amount_currency: described(z.string(), 'Currency of the plan (ISO 4217)', 'EUR'),
  status: described(z.enum(subscriptionStatuses), ...texts.state),
  billing_time: described(
    z.enum(billingTimes),
    'Whether periods follow the calendar or the start of the subscription',
    'calendar',
  ),
  subscription_at: described(timestamp(), 'Start', '2026-03-01T00:00:00Z'),
  started_at: described(timestamp().nullable(), 'Start; null before it'),
  activated_at: described(timestamp().nullable(), 'When it became active; null before'),
  trial_ended_at: described(timestamp().nullable(), 'End of the trial; null before it, or without a trial'),
  ending_at: described(timestamp().nullable(), 'Planned end; null: open', '2027-02-28T23:59:59Z'),
  terminated_at: described(timestamp().nullable(), ...texts.end),
  canceled_at: described(timestamp().nullable(), 'When it was canceled; null unless it was'),
  created_at: createdAt(),
  previous_plan_code: described(z.string().nullable(), 'Code of the previous plan; null without one', 'basic'),
  next_plan_code: described(z.string().nullable(), 'Code of the next plan; null without one', 'business'),
  downgrade_plan_date: described(date().nullable(), 'Day of the change to a cheaper plan; null without one'),
  current_billing_period_started_at: described(timestamp().nullable(), 'Start of the current period'),
  current_billing_period_ending_at: described(
    timestamp().nullable(),
    'End of the current period',
    '2026-03-31T23:59:59Z',
  ),
  plan_period_started_at: described(
    timestamp().nullable(),
    "Start of the current period of the plan's interval",
    '2026-01-01T00:00:00Z',
  ),
  plan_period_ending_at: described(
    timestamp().nullable(),
    "End of the current period of the plan's interval",
    '2026-12-31T23:59:59Z',
  ),
  renews_at: described(
    timestamp().nullable(),
    "Start of the next period of the plan's interval; null where it ends before",
    '2027-01-01T00:00:00Z',
  ),
  next_invoice_at: described(
    timestamp().nullable(),
    'When the next invoice is due; null where none follows',
    '2026-04-01T00:00:00Z',
  ),
  on_termination_credit_note: described(
    z.enum(terminationCreditNotes).nullable(),
    'Use of the unused part that was paid in advance',
    'credit',
  ),
  on_termination_invoice: described(
    z.enum(terminationInvoices),
    'Whether its termination issues an invoice',
    'generate',
  ),
  progressive_billing_disabled: described(z.boolean(), 'Whether usage thresholds trigger no invoices'),
  consolidate_invoice: described(z.boolean(), 'Whether it shares invoices with other subscriptions', true),
  purchase_order_number: described(z.string().nullable(), ...texts.purchaseOrderNumber),
  cancellation_reason: described(
    z.enum(cancellationReasons).nullable(),
    'Reason why the pending start was canceled; null unless it was',
  ),
  ...endByCustomer,
  payment_method: PaymentMethodReference,
  activation_rules: z.array(ActivationRule),
});
export type Subscription = z.infer<typeof Subscription>;

/** A subscription in lists; what a caller may not read is null. */
export const ListedSubscription = described(
  Subscription.extend({
    ...expandedCustomer,
    plan: NamedPlan.nullable().optional(),
  }),
  'A subscription in lists',
);
export type ListedSubscription = z.infer<typeof ListedSubscription>;

const withPlan = {
  /** As `GET /plans/{code}` answers it. */
  plan: strictly(z.record(z.string(), z.unknown()), Plan),
  applied_invoice_custom_sections: z.array(AppliedInvoiceCustomSection),
};
export const TerminatedSubscription = described(
  Subscription.extend(withPlan),
  'A subscription that has just ended, with its plan',
);
export const UpdatedSubscription = described(
  TerminatedSubscription.extend({
    applicable_usage_thresholds: z.array(ApplicableUsageThreshold),
  }),
  'A subscription that was just changed, with its plan and thresholds',
);
/** A subscription in the answers of its creation and of reading it. */
export const SingleSubscription = described(
  UpdatedSubscription.extend({ entitlements: z.array(SubscriptionEntitlement), ...expandedCustomer }),
  'A subscription in its own answers, with its plan, thresholds and entitlements',
);
export type SingleSubscription = z.infer<typeof SingleSubscription>;

export const SubscriptionCreate = bodyOf(
  Subscription,
  {
    external_customer_id: expected(trimmedText()),
    plan_code: expected(text()),
    external_id: expected(trimmedText()),
    name: trimmedText(),
    billing_time: choiceText(billingTimes),
    subscription_at: instantText(),
    ending_at: instantText(),
    billing_entity_code: text(),
    billing_entity_id: described(idText(), ...texts.billingEntityId),
    progressive_billing_disabled: flag(),
    consolidate_invoice: flag(),
    purchase_order_number: trimmedText(),
    payment_method: paymentMethodField(),
    invoice_custom_section: withMembers(record(), InvoiceCustomSectionSelection),
    activation_rules: strictly(anything(), withElements(recordList(), ActivationRuleInput)),
    usage_thresholds: withElements(recordList(), UsageThresholdInput),
    plan_overrides: strictly(record(), PlanOverrides),
  },
  (input, add) => {
    if ((input.purchase_order_number?.length ?? 0) > 255) add('purchase_order_number', 'value_is_too_long');
  },
);
export type SubscriptionCreate = BodyInput<typeof SubscriptionCreate>;

export const SubscriptionUpdate = bodyOf(
  Subscription,
  {
    name: trimmedText(),
    subscription_at: instantText(),
    ending_at: instantText(),
    on_termination_credit_note: choiceText(terminationCreditNotes),
    on_termination_invoice: choiceText(terminationInvoices),
    progressive_billing_disabled: flag(),
    consolidate_invoice: flag(),
    purchase_order_number: trimmedText(),
    billing_entity_code: text(),
    billing_entity_id: described(idText(), ...texts.billingEntityId),
    payment_method: paymentMethodField(),
    invoice_custom_section: withMembers(record(), InvoiceCustomSectionSelection),
    activation_rules: strictly(anything(), withElements(recordList(), ActivationRuleInput)),
    usage_thresholds: withElements(recordList(), UsageThresholdInput),
    plan_overrides: strictly(record(), PlanOverrides),
  },
  (input, add) => {
    if ((input.purchase_order_number?.length ?? 0) > 255) add('purchase_order_number', 'value_is_too_long');
  },
);
export type SubscriptionUpdate = BodyInput<typeof SubscriptionUpdate>;

/** A request to hold an amount on the customer's card before the start (customers, section 4.9). */
export const CardAuthorizationInput = described(
  body({
    amount_cents: described(expected(integer(1)), ...texts.amountCents),
    amount_currency: described(expected(text()), ...texts.amountCurrency),
  }),
  "An amount to hold on the customer's card before the start",
);

/** The hold of an amount on a card, as its provider states it. The service releases it at once. */
export const CardAuthorization = shape(
  "An amount that was held on the customer's card before the start, and is released",
  {
    /** The id at the provider. */
    id: described(z.string(), "The provider's identifier of the hold", 'pi_3P9'),
    object: described(z.literal('payment_intent'), 'Always `payment_intent`', 'payment_intent'),
    /** In the smallest unit of the currency, both. */
    amount: described(z.int(), 'Requested amount in the smallest unit of the currency', 5000),
    amount_capturable: described(z.int(), 'Held amount in the smallest unit of the currency', 5000),
    /** The provider's own status. */
    status: described(z.string(), "Status in the provider's terms", 'requires_capture'),
  },
);
export type CardAuthorization = z.infer<typeof CardAuthorization>;

export const SubscriptionFilters = query({
  ...updatedListParameters(['subscription_at', 'created_at']),
  ...listCounts(['status']),
  ...listExpansions(['customer', 'plan']),
  external_customer_id: described(queryText(), ...texts.externalCustomerId),
  external_id: described(queryText(), ...texts.externalId),
  plan_code: described(queryText(), ...texts.planCode),
  status: described(choicesFilter(subscriptionStatuses), ...texts.filteredState),
  currency: described(queryText(), ...texts.currency),
  overridden: described(queryFlag(), 'Whether the subscription has terms of its own', true),
  overriden: described(queryFlag(), 'Older spelling of `overridden`', true),
  billing_entity_codes: described(queryTexts(), ...texts.billingEntityCodes),
});
export type SubscriptionFilters = QueryInput<typeof SubscriptionFilters>;

const ByStatus = query({ status: described(choiceFilter(subscriptionStatuses), ...texts.filteredState) });
const OneByStatus = query({
  status: described(choiceFilter(subscriptionStatuses), ...texts.filteredState),
  ...listExpansions(['customer']),
});
const Termination = query({
  status: described(choiceFilter(subscriptionStatuses), ...texts.filteredState),
  on_termination_credit_note: described(
    choiceFilter(terminationCreditNotes),
    'Use of the unused part that was paid in advance',
    'credit',
  ),
  on_termination_invoice: described(
    choiceFilter(terminationInvoices),
    'Whether its termination issues an invoice',
    'generate',
  ),
});
export type TerminationOptions = QueryInput<typeof Termination>;

const shared = { service: 'subscription', permission: 'subscription' } as const;

export const subscriptionRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/subscriptions',
    summary: 'Subscribe a customer to a plan',
    wrapper: 'subscription',
    beside: { authorization: CardAuthorizationInput },
    body: SubscriptionCreate,
    answer: { subscription: SingleSubscription, authorization: CardAuthorization.optional() },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/subscriptions',
    summary: 'List subscriptions; only active ones by default',
    query: SubscriptionFilters,
    answer: { subscriptions: z.array(ListedSubscription), meta: Meta },
  }),
  listOfCustomer: route({
    ...shared,
    method: 'GET',
    path: '/customers/:external_customer_id/subscriptions',
    summary: 'List the subscriptions of a customer',
    query: SubscriptionFilters,
    answer: { subscriptions: z.array(ListedSubscription), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/subscriptions/:external_id',
    summary: 'Read a subscription',
    query: OneByStatus,
    answer: { subscription: SingleSubscription },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/subscriptions/:external_id',
    summary: 'Update a subscription',
    wrapper: 'subscription',
    body: SubscriptionUpdate,
    query: ByStatus,
    answer: { subscription: UpdatedSubscription },
  }),
  terminate: route({
    ...shared,
    method: 'DELETE',
    path: '/subscriptions/:external_id',
    summary: 'Terminate a subscription',
    query: Termination,
    answer: { subscription: TerminatedSubscription },
  }),
};
