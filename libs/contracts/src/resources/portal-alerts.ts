import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { decimalString, mandatoryChoice, mandatoryDecimal, text } from '../http/fields.js';
import { route } from '../http/route.js';
import { createdAt, described, shape, texts } from '../http/texts.js';
import type { SubscriptionAlertType } from './alert-types.js';
import { BillableMetric } from './billable-metrics.js';

/** The values that the alert of a customer can watch (customers, section 3.9). */
export const portalAlertTypes = [
  'current_usage_amount',
  'billable_metric_current_usage_amount',
  'billable_metric_current_usage_units',
] as const satisfies readonly SubscriptionAlertType[];

/** Most alerts that a customer has on a subscription. */
export const mostPortalAlerts = 20;

const threshold = [
  'Value of the running period that sends the mail: in the smallest unit of the currency, or in units',
  '10000.0',
] as const;

/** An alert that a customer set on its own usage. */
export const PortalAlert = shape('An alert of a customer on its own usage, which sends it a mail', {
  code: described(z.string(), 'Unique code for calls', '1a901a90-1a90-1a90-1a90-1a901a901a90'),
  alert_type: described(z.enum(portalAlertTypes), 'Watched value', 'current_usage_amount'),
  billable_metric: described(
    BillableMetric.pick({ code: true, name: true }).nullable(),
    'The watched metric; null for all usage',
  ),
  value: described(decimalString(), ...threshold),
  previous_value: described(decimalString(), 'Value at the last evaluation', '80.0'),
  created_at: createdAt(),
});
export type PortalAlert = z.infer<typeof PortalAlert>;

const value = () => described(mandatoryDecimal(), ...threshold);

/** @param add reports an error */
function refuseNegative(raw: string | undefined, add: (field: string, code: string) => void): void {
  if (raw !== undefined && Number(raw) <= 0) add('value', 'value_is_out_of_range');
}

export const PortalAlertCreate = described(
  body(
    {
      alert_type: described(mandatoryChoice(portalAlertTypes), 'Watched value', 'current_usage_amount'),
      billable_metric_code: described(text(), ...texts.metricCode),
      value: value(),
    },
    (input, add) => refuseNegative(input.value, add),
  ),
  'An alert of a customer on its own usage',
);
export type PortalAlertCreate = BodyInput<typeof PortalAlertCreate>;

export const PortalAlertUpdate = described(
  body({ value: value() }, (input, add) => refuseNegative(input.value, add)),
  'Another value of an alert',
);
export type PortalAlertUpdate = BodyInput<typeof PortalAlertUpdate>;

const shared = {
  service: 'subscription',
  access: 'portal',
  permission: 'customer',
  portalSection: 'subscriptions',
} as const;
const ofSubscription = '/portal/subscriptions/:external_id/alerts' as const;

/** The calls by which customers set alerts on their own usage. */
export const portalAlertRoutes = {
  list: route({
    ...shared,
    method: 'GET',
    path: ofSubscription,
    summary: 'List the alerts that the calling customer has set on a subscription, newest first',
    answer: { alerts: z.array(PortalAlert) },
  }),
  create: route({
    ...shared,
    method: 'POST',
    path: ofSubscription,
    summary: "Set an alert on the usage of the calling customer's subscription",
    wrapper: 'alert',
    body: PortalAlertCreate,
    answer: { alert: PortalAlert },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: `${ofSubscription}/:code`,
    summary: 'Change the value of an alert that the calling customer has set',
    wrapper: 'alert',
    body: PortalAlertUpdate,
    answer: { alert: PortalAlert },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: `${ofSubscription}/:code`,
    summary: 'Delete an alert that the calling customer has set',
    answer: { alert: PortalAlert },
  }),
};
