import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { choice, isBlank, text } from '../http/fields.js';
import { query, queryText, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';
import { expected } from '../http/strict.js';
import { described, texts } from '../http/texts.js';
import { PlanEntitlement } from './entitlements.js';
import { InvoicePreview } from './invoice-previews.js';
import { Plan } from './plans.js';
import { PortalSubscription } from './portal.js';
import { PortalFee, shownSums } from './portal-invoices.js';
import { portalEnds } from './portal-settings.js';

/** A plan that a customer has or may change to (customers, section 3.5). */
export const PortalPlan = described(
  Plan.pick({
    code: true,
    name: true,
    invoice_display_name: true,
    description: true,
    interval: true,
    amount_cents: true,
    amount_currency: true,
    pay_in_advance: true,
    trial_period: true,
  }).extend({
    is_current: described(z.boolean(), 'Whether it is the plan of the subscription'),
    change: described(
      z.enum(['upgrade', 'downgrade']).nullable(),
      'An upgrade holds at once, a downgrade at the end of the period; null for the plan of the subscription',
      'upgrade',
    ),
    entitlements: described(z.array(PlanEntitlement), 'Features of the plan with the values of their privileges'),
  }),
  'A plan in the customer portal',
);
export type PortalPlan = z.infer<typeof PortalPlan>;

/** The invoice of a change or an end, as it will be billed. */
export const PortalPreview = described(
  InvoicePreview.pick({
    issuing_date: true,
    currency: true,
    ...shownSums,
  }).extend({ fees: described(z.array(PortalFee.omit({ svc_id: true })), 'Lines of the invoice') }),
  'The invoice of a change or an end in the customer portal',
);
export type PortalPreview = z.infer<typeof PortalPreview>;

export const PortalPlanFilters = query(
  { external_subscription_id: described(queryText(), ...texts.externalSubscriptionId) },
  (input, add) => {
    if (!input.external_subscription_id) add('external_subscription_id', 'value_is_mandatory');
  },
);
export type PortalPlanFilters = QueryInput<typeof PortalPlanFilters>;

const longestReason = 500;
const endAt = () => described(choice(portalEnds), 'When it ends: at once, or at the end of the period', 'period_end');

export const PortalPlanChange = described(
  body({ plan_code: described(expected(text()), ...texts.planCode) }, (input, add) => {
    if (isBlank(input.plan_code)) add('plan_code', 'value_is_mandatory');
  }),
  'A change of the plan by the customer',
);
export type PortalPlanChange = BodyInput<typeof PortalPlanChange>;

export const PortalSubscriptionEnd = described(
  body(
    {
      at: expected(endAt()),
      reason: described(text(longestReason), 'Why the customer ends it', 'We have finished the project'),
    },
    (input, add) => {
      if (isBlank(input.at)) add('at', 'value_is_mandatory');
    },
  ),
  'The end of a subscription by its customer',
);
export type PortalSubscriptionEnd = BodyInput<typeof PortalSubscriptionEnd>;

export const PortalPreviewInput = described(
  body({ plan_code: described(text(), ...texts.planCode), end: endAt() }, (input, add) => {
    if (isBlank(input.plan_code) && isBlank(input.end)) add('plan_code', 'value_is_mandatory');
  }),
  'The change or the end to preview: one of both',
);
export type PortalPreviewInput = BodyInput<typeof PortalPreviewInput>;

const shared = { access: 'portal', permission: 'customer', portalSection: 'subscriptions' } as const;

/** The calls by which customers change and end their subscriptions. */
export const portalPlanRoutes = {
  plans: route({
    ...shared,
    service: 'subscription',
    method: 'GET',
    path: '/portal/plans',
    summary: 'List the plans that a subscription of the calling customer may change to, cheapest first',
    query: PortalPlanFilters,
    answer: { plans: z.array(PortalPlan) },
  }),
  preview: route({
    ...shared,
    service: 'invoicing',
    method: 'POST',
    path: '/portal/subscriptions/:external_id/preview',
    readsOnly: true,
    summary: 'Preview the invoice of a plan change or an end',
    wrapper: 'preview',
    body: PortalPreviewInput,
    heavy: true,
    answer: { preview: PortalPreview },
  }),
  change: route({
    ...shared,
    service: 'subscription',
    method: 'PUT',
    path: '/portal/subscriptions/:external_id/plan',
    summary: 'Change the plan of a subscription of the calling customer',
    wrapper: 'subscription',
    body: PortalPlanChange,
    answer: { subscription: PortalSubscription },
  }),
  takeBackChange: route({
    ...shared,
    service: 'subscription',
    method: 'DELETE',
    path: '/portal/subscriptions/:external_id/plan',
    summary: 'Take back a plan change that has not happened yet',
    answer: { subscription: PortalSubscription },
  }),
  end: route({
    ...shared,
    service: 'subscription',
    method: 'PUT',
    path: '/portal/subscriptions/:external_id/end',
    summary: 'End a subscription of the calling customer',
    wrapper: 'end',
    body: PortalSubscriptionEnd,
    answer: { subscription: PortalSubscription },
  }),
  takeBackEnd: route({
    ...shared,
    service: 'subscription',
    method: 'DELETE',
    path: '/portal/subscriptions/:external_id/end',
    summary: 'Take back the end that the customer has chosen',
    answer: { subscription: PortalSubscription },
  }),
};
