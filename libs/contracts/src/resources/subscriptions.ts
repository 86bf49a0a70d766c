import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { billingTimes, intervals } from '../http/enums.js';
import {
  anything,
  cents,
  date,
  flag,
  id,
  instantText,
  integer,
  mandatoryChoice,
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
import { SubscriptionEntitlement } from './entitlements.js';
import { AppliedInvoiceCustomSection, InvoiceCustomSectionSelection } from './invoice-custom-sections.js';
import { paymentMethodField, PaymentMethodReference } from './payment-methods.js';
import { PlanOverrides } from './plan-overrides.js';
import { Plan } from './plans.js';
import { subscriptionStatuses } from './subscription-status.js';
import { ApplicableUsageThreshold, UsageThresholdInput } from './usage-thresholds.js';

/** The states of an activation rule; `declined` exists for rules that a person decides. */
export const activationRuleStatuses = [
  'inactive',
  'pending',
  'satisfied',
  'declined',
  'failed',
  'expired',
  'not_applicable',
] as const;
export type ActivationRuleStatus = (typeof activationRuleStatuses)[number];

/** The reasons for which a start that waited for its payment was given up. */
export const cancellationReasons = ['payment_failed', 'timeout'] as const;
export type CancellationReason = (typeof cancellationReasons)[number];

/** A condition that a subscription waits for before it starts (subscriptions, section 3.5). */
export const ActivationRule = z.object({
  svc_id: id(),
  type: z.enum(['payment']),
  /** 0: it waits without end. */
  timeout_hours: z.int(),
  status: z.enum(activationRuleStatuses),
  expires_at: timestamp().nullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type ActivationRule = z.infer<typeof ActivationRule>;

export const ActivationRuleInput = body({ type: mandatoryChoice(['payment']), timeout_hours: integer(0) });

export const terminationCreditNotes = ['credit', 'skip', 'refund', 'offset'] as const;
export const terminationInvoices = ['generate', 'skip'] as const;

/** A subscription in lists (subscriptions, section 1.1). */
export const Subscription = z.object({
  svc_id: id(),
  external_id: z.string(),
  svc_customer_id: id(),
  external_customer_id: z.string(),
  name: z.string().nullable(),
  /** Its own issuer, else the customer's. */
  billing_entity_code: z.string(),
  plan_code: z.string(),
  plan_amount_cents: cents(),
  plan_amount_currency: z.string(),
  status: z.enum(subscriptionStatuses),
  billing_time: z.enum(billingTimes),
  subscription_at: timestamp(),
  started_at: timestamp().nullable(),
  activated_at: timestamp().nullable(),
  trial_ended_at: timestamp().nullable(),
  ending_at: timestamp().nullable(),
  terminated_at: timestamp().nullable(),
  canceled_at: timestamp().nullable(),
  created_at: timestamp(),
  previous_plan_code: z.string().nullable(),
  next_plan_code: z.string().nullable(),
  downgrade_plan_date: date().nullable(),
  current_billing_period_started_at: timestamp().nullable(),
  current_billing_period_ending_at: timestamp().nullable(),
  on_termination_credit_note: z.enum(terminationCreditNotes).nullable(),
  on_termination_invoice: z.enum(terminationInvoices),
  progressive_billing_disabled: z.boolean(),
  consolidate_invoice: z.boolean(),
  purchase_order_number: z.string().nullable(),
  cancellation_reason: z.enum(cancellationReasons).nullable(),
  payment_method: PaymentMethodReference,
  activation_rules: z.array(ActivationRule),
});
export type Subscription = z.infer<typeof Subscription>;

/** A customer by its names. */
export const NamedCustomer = z.object({ svc_id: id(), external_id: z.string(), name: z.string().nullable() });

/** A plan by its names, with its interval. */
export const NamedPlan = z.object({ svc_id: id(), code: z.string(), name: z.string(), interval: z.enum(intervals) });

/** A subscription in lists; what a caller may not read is null. */
export const ListedSubscription = Subscription.extend({
  customer: NamedCustomer.nullable().optional(),
  plan: NamedPlan.nullable().optional(),
});
export type ListedSubscription = z.infer<typeof ListedSubscription>;

const withPlan = {
  /** As `GET /plans/{code}` answers it. */
  plan: strictly(z.record(z.string(), z.unknown()), Plan),
  applied_invoice_custom_sections: z.array(AppliedInvoiceCustomSection),
};
export const TerminatedSubscription = Subscription.extend(withPlan);
export const UpdatedSubscription = TerminatedSubscription.extend({
  applicable_usage_thresholds: z.array(ApplicableUsageThreshold),
});
/** A subscription in the answers of its creation and of reading it. */
export const SingleSubscription = UpdatedSubscription.extend({ entitlements: z.array(SubscriptionEntitlement) });
export type SingleSubscription = z.infer<typeof SingleSubscription>;

export const SubscriptionCreate = body(
  {
    external_customer_id: expected(trimmedText()),
    plan_code: expected(text()),
    external_id: expected(trimmedText()),
    name: trimmedText(),
    billing_time: choiceText(billingTimes),
    subscription_at: instantText(),
    ending_at: instantText(),
    billing_entity_code: text(),
    billing_entity_id: idText(),
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

export const SubscriptionUpdate = body(
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
    billing_entity_id: idText(),
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
export const CardAuthorizationInput = body({
  amount_cents: expected(integer(1)),
  amount_currency: expected(text()),
});

/** The hold of an amount on a card, as its provider states it. The service releases it at once. */
export const CardAuthorization = z.object({
  /** The id at the provider. */
  id: z.string(),
  object: z.literal('payment_intent'),
  /** In the smallest unit of the currency, both. */
  amount: z.int(),
  amount_capturable: z.int(),
  /** The provider's own status. */
  status: z.string(),
});
export type CardAuthorization = z.infer<typeof CardAuthorization>;

export const SubscriptionFilters = query({
  ...updatedListParameters(['subscription_at', 'created_at']),
  ...listCounts(['status']),
  ...listExpansions(['customer', 'plan']),
  external_customer_id: queryText(),
  external_id: queryText(),
  plan_code: queryText(),
  status: choicesFilter(subscriptionStatuses),
  currency: queryText(),
  overridden: queryFlag(),
  overriden: queryFlag(),
  billing_entity_codes: queryTexts(),
});
export type SubscriptionFilters = QueryInput<typeof SubscriptionFilters>;

const ByStatus = query({ status: choiceFilter(subscriptionStatuses) });
const Termination = query({
  status: choiceFilter(subscriptionStatuses),
  on_termination_credit_note: choiceFilter(terminationCreditNotes),
  on_termination_invoice: choiceFilter(terminationInvoices),
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
    query: ByStatus,
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
