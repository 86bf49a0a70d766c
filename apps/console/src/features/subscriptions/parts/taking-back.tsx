import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../../api/client.js';
import type { components } from '../../../api/schema.js';
import type { Act } from '../../../acts/act.js';
import { Day } from '../../../ui/values.js';
import { Instant } from '../../../ui/instant.js';

type Subscription = components['schemas']['SingleSubscription'];

/** Takes back a scheduled change of the plan: the waiting subscription is canceled (customers, section 4.5). */
export const keepPlan: Act<Subscription> = {
  call: 'DELETE /subscriptions/{external_id}',
  permission: 'subscriptions:update',
  label: msg`Take back the change of the plan`,
  refusalOf: ({ status, next_plan_code: next }) =>
    status === 'active' && next !== null ? null : msg`No change of the plan is scheduled.`,
  Summary: ({ record }) => (
    <Trans>
      The subscription stays on {record.plan.name}. The change to {record.next_plan_code} on{' '}
      <Day date={record.downgrade_plan_date} /> does not take place.
    </Trans>
  ),
  send: async ({ headers }, { external_id }) => {
    const params = { path: { external_id }, query: { status: 'pending' as const } };
    await answerOf(api.DELETE('/subscriptions/{external_id}', { headers, params }));
  },
  done: msg`The plan stays.`,
};

/** Takes back a scheduled end. */
export const keepOn: Act<Subscription> = {
  call: 'PUT /subscriptions/{external_id}',
  permission: 'subscriptions:update',
  label: msg`Take back the end`,
  refusalOf: ({ status, ending_at: end }) =>
    (status === 'active' || status === 'pending') && end !== null ? null : msg`No end is scheduled.`,
  Summary: ({ record }) => (
    <Trans>
      The subscription goes on after <Instant iso={record.ending_at} />, and is billed as before.
    </Trans>
  ),
  send: async ({ headers }, { external_id, status }) => {
    const params = { path: { external_id }, query: { status } };
    const body = { subscription: { ending_at: null } };
    await answerOf(api.PUT('/subscriptions/{external_id}', { headers, params, body }));
  },
  done: msg`The subscription goes on.`,
};
