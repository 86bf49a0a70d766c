import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import type { Act } from '../../acts/act.js';
import { Acts } from '../../acts/acts.js';
import { gridOf, type Field, type Values } from '../../acts/field.js';
import { billingEntityPicker, customerPicker } from '../../acts/pickers.js';
import { partsOf } from '../../acts/several-field.js';
import { answerOf, api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useMembership } from '../../frame/membership.js';
import { lacksPrice } from './charge-fields.js';
import { draftOf, type PlanDraft, type PlanForm } from './price/price-call.js';

/** A saved plan, and the one that a form makes of it. */
interface Tried {
  svc_id: string;
  code: string;
  /** Null while the form has no prices. */
  draft: Omit<PlanDraft, 'name' | 'code'> | null;
}

const mostPeriodsAgo = 24;

const periodLabel = (ago: number): MessageDescriptor =>
  ago === 0
    ? msg`The running billing period`
    : ago === 1
      ? msg`The last full billing period`
      : msg`${ago} billing periods before the running one`;

const has =
  (customers: string) =>
  (values: Values): boolean =>
    values['customers'] === customers;

const fields: readonly Field[] = [
  { kind: 'text', name: 'name', label: msg`Name of the test`, isOptional: true },
  {
    kind: 'choice',
    name: 'periods_ago',
    label: msg`Usage`,
    initial: '1',
    options: Array.from({ length: mostPeriodsAgo + 1 }, (_, ago) => ({ value: String(ago), label: periodLabel(ago) })),
  },
  {
    kind: 'choice',
    name: 'customers',
    label: msg`Customers`,
    initial: 'all',
    options: [
      { value: 'all', label: msg`All customers of the plan` },
      { value: 'chosen', label: msg`Chosen customers` },
      { value: 'filtered', label: msg`Customers by a filter` },
    ],
  },
  {
    kind: 'grid',
    name: 'chosen',
    label: msg`Chosen customers`,
    currency: '',
    columns: [{ kind: 'picker', name: 'customer', label: msg`Customer`, picker: customerPicker }],
    isShown: has('chosen'),
  },
  {
    kind: 'text',
    name: 'countries',
    label: msg`Countries`,
    hint: msg`Two letters each, with commas between them`,
    isOptional: true,
    isShown: has('filtered'),
  },
  {
    kind: 'text',
    name: 'currencies',
    label: msg`Currencies`,
    hint: msg`Three letters each, with commas between them`,
    isOptional: true,
    isShown: has('filtered'),
  },
  {
    kind: 'several',
    name: 'entities',
    label: msg`Billing entities`,
    picker: billingEntityPicker,
    isOptional: true,
    isShown: has('filtered'),
  },
  { kind: 'text', name: 'key', label: msg`Metadata: name`, isOptional: true, isShown: has('filtered') },
  { kind: 'text', name: 'value', label: msg`Metadata: value`, isOptional: true, isShown: has('filtered') },
];

const codesOf = (text: string | undefined): string[] => partsOf(text).map((code) => code.trim().toUpperCase());

/** The customers of a test, as its call takes them. */
function customersOf(
  values: Values,
): Pick<components['schemas']['PriceTestCreate'], 'external_customer_ids' | 'customer_filters'> {
  if (has('chosen')(values))
    return { external_customer_ids: gridOf(values, 'chosen').map(({ customer = '' }) => customer) };
  if (!has('filtered')(values)) return {};
  const { key = '', value = '' } = values;
  const lists = {
    countries: codesOf(values['countries']),
    currencies: codesOf(values['currencies']),
    billing_entity_codes: partsOf(values['entities']),
  };
  return {
    customer_filters: {
      ...Object.fromEntries(Object.entries(lists).filter(([, codes]) => codes.length > 0)),
      ...(key === '' ? {} : { metadata: { [key]: value } }),
    },
  };
}

/** Prices past usage with the plan of a form, which stays as it is. */
export const testPrices: Act<Tried> = {
  call: 'POST /plans/{code}/impact',
  permission: 'plans:view',
  label: msg`Test the prices`,
  refusalOf: ({ draft }) => (draft === null ? msg`Complete the prices of the form first.` : null),
  Summary: () => (
    <Trans>Past usage is priced as the plan is, and as this form is. Nothing is billed, and the form stays.</Trans>
  ),
  fieldsOf: () => fields,
  send: async ({ headers }, { code, draft }, values) => {
    const { name = '', periods_ago: ago } = values;
    const created = await answerOf(
      api.POST('/plans/{code}/impact', {
        headers,
        params: { path: { code } },
        body: {
          price_test: {
            plan: draft as PlanDraft,
            periods_ago: Number(ago),
            ...(name === '' ? {} : { name }),
            ...customersOf(values),
          },
        },
      }),
    );
    return { goTo: { kind: 'priceTest', id: created.price_test.svc_id } };
  },
  done: msg`The test has begun.`,
};

/** The call reads usage, which belongs to customers. */
const permission = 'customers:view';
const acts = [testPrices];

/** The button that tests the prices of a form; nothing without a saved plan. */
export function TestPrices(form: PlanForm) {
  const { may } = useMembership();
  const { plan, values } = form;
  if (plan === null || !may(permission)) return null;
  const isComplete = Boolean(values['amount_cents']) && (form.form === 'edit' || !lacksPrice(values));
  const draft = isComplete ? draftOf(form).plan : null;
  return <Acts acts={acts} record={{ svc_id: plan.svc_id, code: plan.code, draft }} />;
}
