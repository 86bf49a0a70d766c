import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { Act, Creation, Sending } from '../../acts/act.js';
import type { Field, Values } from '../../acts/field.js';
import { customerPicker, planPicker } from '../../acts/pickers.js';
import { StartPreview } from './previews.js';

const planField: Field = { kind: 'picker', name: 'plan_code', label: msg`Plan`, picker: planPicker };
const furtherFields: readonly Field[] = [
  {
    kind: 'code',
    name: 'external_id',
    label: msg`Id of the subscription`,
    from: 'plan_code',
    hint: msg`Events name it as external_subscription_id`,
  },
  { kind: 'text', name: 'name', label: msg`Name`, isOptional: true },
  {
    kind: 'choice',
    name: 'billing_time',
    label: msg`Periods`,
    options: [
      { value: 'calendar', label: msg`Begin with calendar periods` },
      { value: 'anniversary', label: msg`Begin with the day of the start` },
    ],
  },
  { kind: 'day_start', name: 'subscription_at', label: msg`Starts on`, isOptional: true, hint: msg`Now without a day` },
];

async function send({ headers }: Sending, customer: string, values: Values) {
  const { plan_code = '', external_id = '', name = '', billing_time: periods, subscription_at: day } = values;
  const { subscription } = await answerOf(
    api.POST('/subscriptions', {
      headers,
      body: {
        subscription: {
          external_customer_id: customer,
          plan_code,
          external_id,
          billing_time: periods as 'calendar' | 'anniversary',
          ...(name === '' ? {} : { name }),
          ...(day ? { subscription_at: day } : {}),
        },
      },
    }),
  );
  return { goTo: { kind: 'subscription' as const, id: subscription.external_id } };
}

const declaration = {
  call: 'POST /subscriptions',
  permission: 'subscriptions:create',
  label: msg`Start a subscription`,
  Beside: StartPreview,
  done: msg`The subscription is created.`,
} as const;

/** Starts a subscription of any customer. */
export const startSubscription: Creation = {
  ...declaration,
  isCreation: true,
  fieldsOf: () => [
    { kind: 'picker', name: 'external_customer_id', label: msg`Customer`, picker: customerPicker },
    planField,
    ...furtherFields,
  ],
  send: (sending, _, values) => send(sending, values['external_customer_id'] ?? '', values),
};

/** Starts a subscription of one customer. */
export const startForCustomer: Act<{ svc_id: string; external_id: string; name: string | null }> = {
  ...declaration,
  Summary: ({ record }) => (
    <Trans>
      <bdi>{record.name ?? record.external_id}</bdi> is billed by the prices of the plan.
    </Trans>
  ),
  fieldsOf: () => [planField, ...furtherFields],
  send: (sending, record, values) => send(sending, record.external_id, values),
};
