import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api, Refusal } from '../../api/client.js';
import type { Metric, Plan, Subscription } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import type { Act, Sending } from '../../acts/act.js';
import { currencyField, typedCurrency } from '../../acts/currency-field.js';
import { templates, type Template } from './templates.js';

type Schemas = components['schemas'];
type Currency = Schemas['Currency'];

const isTaken = (error: unknown): boolean =>
  error instanceof Refusal && error.fields['code']?.includes('value_already_exist') === true;

/** Creates the metric of a template, or takes the one that a former attempt created. */
async function metricOf({ headers }: Sending, { metric }: Template): Promise<Metric> {
  try {
    return (await answerOf(api.POST('/billable_metrics', { headers, body: { billable_metric: metric } })))
      .billable_metric;
  } catch (error) {
    if (!isTaken(error)) throw error;
    const params = { path: { code: metric.code } };
    return (await answerOf(api.GET('/billable_metrics/{code}', { headers, params }))).billable_metric;
  }
}

/** Creates a metric and a plan from a template. */
export const sell: Act<null> = {
  call: 'POST /plans',
  permission: 'plans:create',
  label: msg`Choose what you sell`,
  Summary: () => <Trans>A metric counts the usage, and a plan sets its price. You can change both later.</Trans>,
  fieldsOf: () => [
    {
      kind: 'choice',
      name: 'template',
      label: msg`You sell`,
      options: Object.entries(templates).map(([value, { label }]) => ({ value, label })),
    },
    currencyField('amount_currency', 'EUR'),
    {
      kind: 'money',
      name: 'amount_cents',
      label: msg`Amount of each month`,
      currency: typedCurrency('amount_currency'),
      initial: '500',
    },
    {
      kind: 'decimal',
      name: 'price',
      label: msg`Price of a unit, or of a package`,
      isOptional: true,
      hint: msg`Without one, that of the template`,
    },
  ],
  send: async (sending, _, { template: name = '', amount_currency: currency = '', amount_cents: cents, price }) => {
    const template = templates[name];
    if (!template) return;
    const metric = await metricOf(sending, template);
    const plan: Schemas['PlanCreate'] = {
      name: template.metric.name,
      code: template.metric.code,
      interval: 'monthly',
      amount_cents: Number(cents),
      amount_currency: currency.toUpperCase() as Currency,
      pay_in_advance: false,
      charges: [template.charge(metric.svc_id, price ? price : template.price)],
    };
    await answerOf(api.POST('/plans', { headers: sending.headers, body: { plan } }));
  },
  done: msg`The metric and the plan are created.`,
};

/** Creates a customer with a subscription to the plan. */
export const subscribe: Act<Plan> = {
  call: 'POST /subscriptions',
  permission: 'subscriptions:create',
  label: msg`Subscribe a customer`,
  Summary: ({ record }) => <Trans>The customer is billed by the plan {record.name}.</Trans>,
  fieldsOf: () => [
    { kind: 'text', name: 'name', label: msg`Name of the customer`, initial: 'Acme' },
    { kind: 'code', name: 'external_id', label: msg`Id in your product`, from: 'name' },
  ],
  send: async ({ headers }, plan, { name = '', external_id = '' }) => {
    const currency = plan.amount_currency as Currency;
    await answerOf(api.POST('/customers', { headers, body: { customer: { external_id, name, currency } } }));
    const subscription = {
      external_customer_id: external_id,
      external_id: `${external_id}_${plan.code}`,
      plan_code: plan.code,
    };
    await answerOf(api.POST('/subscriptions', { headers, body: { subscription } }));
  },
  done: msg`The subscription is created.`,
};

/** The first event: its subscription, and the code of the plan's metric. */
export interface FirstEvent {
  svc_id: string;
  subscription: Subscription;
  code: string;
  properties: Record<string, string | number>;
}

/** Sends an event as the program of the organization will. */
export const sendEvent: Act<FirstEvent> = {
  call: 'POST /events',
  permission: 'developers:manage',
  label: msg`Send an event`,
  Summary: ({ record }) => (
    <Trans>
      One event <code>{record.code}</code> counts for <code>{record.subscription.external_id}</code>, as if your program
      had sent it.
    </Trans>
  ),
  send: async ({ headers }, { subscription, code, properties }) => {
    const event = {
      transaction_id: headers['Idempotency-Key'],
      external_subscription_id: subscription.external_id,
      code,
      properties,
    };
    await answerOf(api.POST('/events', { headers, body: { event } }));
  },
  done: msg`The event is sent.`,
};

const hourMs = 3_600_000;

/** Turns the clock of a sandbox to the first invoice. */
export const advanceClock: Act<Subscription> = {
  call: 'PUT /test_clock',
  permission: 'organization:update',
  label: msg`Turn the clock to the invoice`,
  refusalOf: ({ current_billing_period_ending_at: end }) =>
    end === null ? msg`The subscription has no period yet.` : null,
  Summary: () => (
    <Trans>The clock of the sandbox advances past the end of the period, and the invoice is created.</Trans>
  ),
  send: async ({ headers }, { current_billing_period_ending_at: end }) => {
    const frozen_time = new Date(Date.parse(end ?? '') + hourMs).toISOString();
    await answerOf(api.PUT('/test_clock', { headers, body: { test_clock: { frozen_time } } }));
  },
  done: msg`The clock advances.`,
};
