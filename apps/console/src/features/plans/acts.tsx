import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { Plan } from '../../api/records.js';
import type { Act, Creation, Sending } from '../../acts/act.js';
import { intervalOptions } from '../../acts/interval-options.js';
import { currencyField, typedCurrency } from '../../acts/currency-field.js';
import type { Field } from '../../acts/field.js';
import { metricIdPicker } from '../../acts/pickers.js';
import { bringAlong, changeForSome } from './migrations.js';
import { addedChargeFields } from './charge-fields.js';
import { useFilterKeys, useFilterValues } from './filter-proposals.js';
import { changedPlan, createdPlan } from './draft-plan.js';
import { TestPrices } from './impact.js';
import { planFields } from './plan-fields.js';
import { PricePanel } from './price/panel.js';

/** The fields of a new plan. @param from the plan that it copies */
const newPlanFields = (from: Plan | null, name: string): readonly Field[] => [
  { kind: 'text', name: 'name', label: msg`Name`, initial: name },
  { kind: 'code', name: 'code', label: msg`Code`, from: 'name' },
  {
    kind: 'choice',
    name: 'interval',
    label: msg`Interval`,
    initial: from?.interval ?? 'monthly',
    options: intervalOptions,
  },
  currencyField('amount_currency', from?.amount_currency ?? ''),
  {
    kind: 'money',
    name: 'amount_cents',
    label: msg`Amount of each period`,
    currency: typedCurrency('amount_currency'),
    initial: String(from?.amount_cents ?? 0),
  },
  { kind: 'check', name: 'pay_in_advance', label: msg`Billed in advance`, initial: from?.pay_in_advance ? 'true' : '' },
  {
    kind: 'decimal',
    name: 'trial_period',
    label: msg`Days of trial`,
    initial: from?.trial_period ? String(from.trial_period) : '',
    isOptional: true,
  },
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
  ...addedChargeFields(from?.charges ?? []),
];

/** Creates a plan: with prices for units, and with charges of all models. */
export const createPlan: Creation = {
  isCreation: true,
  call: 'POST /plans',
  permission: 'plans:create',
  label: msg`Create a plan`,
  Summary: () => <Trans>Each subscription to the plan is billed the amount of each period, and its usage.</Trans>,
  fieldsOf: () => newPlanFields(null, ''),
  Beside: ({ values }) => <PricePanel plan={null} values={values} form="create" />,
  send: async ({ headers }, _, values) => {
    const created = await answerOf(api.POST('/plans', { headers, body: { plan: createdPlan(values, null) } }));
    return { goTo: { kind: 'plan', id: created.plan.code } };
  },
  done: msg`The plan is created.`,
};

/** Gives a plan the entitlements of another one. The key of the creation belongs to that call alone. */
async function copyEntitlements({ headers }: Sending, { entitlements }: Plan, code: string): Promise<void> {
  if (entitlements.length === 0) return;
  const values = Object.fromEntries(
    entitlements.map((feature) => [
      feature.code,
      Object.fromEntries(feature.privileges.map((privilege) => [privilege.code, privilege.value])),
    ]),
  );
  await answerOf(
    api.POST('/plans/{code}/entitlements', {
      headers: { 'X-Svc-Organization': headers['X-Svc-Organization'] },
      params: { path: { code } },
      body: { entitlements: values },
    }),
  );
}

const duplicate: Act<Plan> = {
  call: 'POST /plans',
  permission: 'plans:create',
  label: msg`Duplicate`,
  Summary: ({ record }) => (
    <Trans>The new plan has all that {record.name} has. Subscriptions stay with the plan that they have.</Trans>
  ),
  fieldsOf: (plan) => newPlanFields(plan, i18n._(msg`${plan.name} (copy)`)),
  Beside: ({ record, values }) => <PricePanel plan={record} values={values} form="create" />,
  Further: ({ record, values }) => <TestPrices plan={record} values={values} form="create" />,
  send: async (sending, record, values) => {
    const { headers } = sending;
    const created = await answerOf(api.POST('/plans', { headers, body: { plan: createdPlan(values, record) } }));
    await copyEntitlements(sending, record, created.plan.code);
    return { goTo: { kind: 'plan', id: created.plan.code } };
  },
  done: msg`The plan is duplicated.`,
};

const edit: Act<Plan> = {
  call: 'PUT /plans/{code}',
  permission: 'plans:update',
  label: msg`Edit the plan`,
  Summary: () => <Trans>Subscriptions without prices of their own follow with their next invoice.</Trans>,
  fieldsOf: planFields,
  Beside: ({ record, values }) => <PricePanel plan={record} values={values} form="edit" />,
  Further: ({ record, values }) => <TestPrices plan={record} values={values} form="edit" />,
  send: async ({ headers }, record, values) => {
    const params = { path: { code: record.code } };
    await answerOf(api.PUT('/plans/{code}', { headers, params, body: { plan: changedPlan(values, record) } }));
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
export const planActs: readonly Act<Plan>[] = [edit, duplicate, changeForSome, bringAlong, remove];
