import { msg } from '@lingui/core/macro';
import { gridOf, type Field, type Values } from '../../acts/field.js';
import { subscriptionPicker } from '../../acts/pickers.js';
import type { components } from '../../api/schema.js';

type Create = components['schemas']['PlanMigrationCreate'];
type Audience = Create['applies_to'];

const audiences = {
  new: { value: 'new', label: msg`New subscriptions alone` },
  chosen: { value: 'chosen', label: msg`Chosen and new subscriptions` },
  all: { value: 'all', label: msg`All subscriptions` },
} as const;

const isChosen = (values: Values): boolean => values['applies_to'] === 'chosen';

/** The fields for the audience of new terms and for their time. @param offered the first one is proposed */
export const migrationFields = (offered: readonly [Audience, ...Audience[]]): readonly Field[] => [
  {
    kind: 'choice',
    name: 'applies_to',
    label: msg`Applies to`,
    initial: offered[0],
    options: offered.map((audience) => audiences[audience]),
  },
  {
    kind: 'grid',
    name: 'subscriptions',
    label: msg`Chosen subscriptions`,
    currency: '',
    columns: [{ kind: 'picker', name: 'subscription', label: msg`Subscription`, picker: subscriptionPicker }],
    isShown: isChosen,
  },
  { kind: 'day_start', name: 'scheduled_at', label: msg`On`, isOptional: true, hint: msg`Now without a day` },
];

/** The audience of a migration, as its preview takes it. */
export function audienceOf(values: Values): Pick<Create, 'applies_to' | 'external_subscription_ids'> {
  const names = gridOf(values, 'subscriptions').map(({ subscription = '' }) => subscription);
  return {
    applies_to: values['applies_to'] as Audience,
    ...(isChosen(values) ? { external_subscription_ids: names } : {}),
  };
}

/** The audience and the time of a migration, as the call takes them. */
export function migrationOf(values: Values): ReturnType<typeof audienceOf> & Pick<Create, 'scheduled_at'> {
  const { scheduled_at: at = '' } = values;
  return { ...audienceOf(values), ...(at === '' ? {} : { scheduled_at: at }) };
}
