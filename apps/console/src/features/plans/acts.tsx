import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { Plan } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import type { Act } from '../../acts/act.js';
import { intervalOptions } from '../../acts/interval-options.js';
import { currencyField, typedCurrency } from '../../acts/currency-field.js';
import { gridOf } from '../../acts/field.js';
import { metricIdPicker } from '../../acts/pickers.js';
import { chargesOfRows } from './charges-of-rows.js';
import { useFilterKeys, useFilterValues } from './filter-proposals.js';

type Create = components['schemas']['PlanCreate'];

/** Creates a plan with prices for units. The other models are set by the call. */
export const createPlan: Act<null> = {
  call: 'POST /plans',
  permission: 'plans:create',
  label: msg`Create a plan`,
  Summary: () => <Trans>Each subscription to the plan is billed the amount of each period, and its usage.</Trans>,
  fieldsOf: () => [
    { kind: 'text', name: 'name', label: msg`Name` },
    { kind: 'code', name: 'code', label: msg`Code`, from: 'name' },
    {
      kind: 'choice',
      name: 'interval',
      label: msg`Interval`,
      initial: 'monthly',
      options: intervalOptions,
    },
    currencyField('amount_currency', ''),
    {
      kind: 'money',
      name: 'amount_cents',
      label: msg`Amount of each period`,
      currency: typedCurrency('amount_currency'),
      initial: '0',
    },
    { kind: 'check', name: 'pay_in_advance', label: msg`Billed in advance` },
    { kind: 'decimal', name: 'trial_period', label: msg`Days of trial`, isOptional: true },
    {
      kind: 'grid',
      name: 'charges',
      label: msg`Usage`,
      currency: typedCurrency('amount_currency'),
      hint: msg`A line with a property is the price of events with that value. All other events need a line of their own, or are free`,
      columns: [
        { kind: 'picker', name: 'metric', label: msg`Metric`, picker: metricIdPicker },
        { kind: 'decimal', name: 'amount', label: msg`Price of a unit` },
        { kind: 'proposed', name: 'property', label: msg`Property`, useProposals: useFilterKeys, isOptional: true },
        { kind: 'proposed', name: 'value', label: msg`Value`, useProposals: useFilterValues, isOptional: true },
      ],
    },
  ],
  send: async ({ headers }, _, values) => {
    const {
      name = '',
      code = '',
      interval,
      amount_cents: cents,
      pay_in_advance: advance,
      trial_period: trial,
    } = values;
    const plan: Create = {
      name,
      code,
      interval: interval as Create['interval'],
      amount_cents: Number(cents),
      amount_currency: (values['amount_currency'] ?? '').toUpperCase() as Create['amount_currency'],
      pay_in_advance: advance === 'true',
      charges: chargesOfRows(gridOf(values, 'charges')),
      ...(trial ? { trial_period: Number(trial) } : {}),
    };
    const created = await answerOf(api.POST('/plans', { headers, body: { plan } }));
    return { goTo: { kind: 'plan', id: created.plan.code } };
  },
  done: msg`The plan is created.`,
};

const edit: Act<Plan> = {
  call: 'PUT /plans/{code}',
  permission: 'plans:update',
  label: msg`Edit the plan`,
  Summary: () => <Trans>Subscriptions without prices of their own follow with their next invoice.</Trans>,
  fieldsOf: ({ name, amount_cents: cents, amount_currency: currency, description }) => [
    { kind: 'text', name: 'name', label: msg`Name`, initial: name },
    { kind: 'money', name: 'amount_cents', label: msg`Amount of each period`, currency, initial: String(cents) },
    { kind: 'text', name: 'description', label: msg`Description`, initial: description ?? '', isOptional: true },
  ],
  send: async ({ headers }, { code }, { name = '', amount_cents: cents, description = '' }) => {
    const body = { plan: { name, amount_cents: Number(cents), description } };
    await answerOf(api.PUT('/plans/{code}', { headers, params: { path: { code } }, body }));
  },
  done: msg`The plan is changed.`,
};

const remove: Act<Plan> = {
  call: 'DELETE /plans/{code}',
  permission: 'plans:delete',
  label: msg`Delete the plan`,
  isDanger: true,
  Summary: ({ record }) => (
    <Trans>All subscriptions to {record.name} end now and are billed. Customers can no longer subscribe to it.</Trans>
  ),
  send: async ({ headers }, { code }) => {
    await answerOf(api.DELETE('/plans/{code}', { headers, params: { path: { code } } }));
  },
  done: msg`The plan is deleted.`,
};

/** The acts of a plan. */
export const planActs: readonly Act<Plan>[] = [edit, remove];
