import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../../api/client.js';
import type { components } from '../../../api/schema.js';
import type { Act } from '../../../acts/act.js';
import { Acts } from '../../../acts/acts.js';
import { actsColumn } from '../../../acts/acts-column.js';
import { Related } from '../../../ui/detail-page.js';
import { alertColumns } from '../../alerts/columns.js';
import {
  alertFields,
  changedAlert,
  newAlert,
  subscriptionAlertTypes,
  type SubscriptionAlert,
} from '../../alerts/form.js';

type Subscription = components['schemas']['SingleSubscription'];
/** An alert with its subscription, which the calls name. */
export type OwnAlert = SubscriptionAlert & { subscription: Subscription };

const ofSubscription = ({ external_id, status }: Subscription) => ({
  path: { external_id },
  query: { subscription_status: status },
});
const ofAlert = ({ subscription, code }: OwnAlert) => ({
  path: { external_id: subscription.external_id, code },
  query: { subscription_status: subscription.status },
});

export const createAlert: Act<Subscription> = {
  call: 'POST /subscriptions/{external_id}/alerts',
  permission: 'subscriptions:update',
  label: msg`Create an alert`,
  Summary: () => (
    <Trans>
      The webhook <code>alert.triggered</code> is sent when the value crosses a threshold. Nothing is billed or stopped.
    </Trans>
  ),
  fieldsOf: ({ plan_amount_currency: currency }) => alertFields(subscriptionAlertTypes, currency, null),
  send: async ({ headers }, subscription, values) => {
    const body = { alert: newAlert(values) };
    await answerOf(
      api.POST('/subscriptions/{external_id}/alerts', { headers, params: ofSubscription(subscription), body }),
    );
  },
  done: msg`The alert is created.`,
};

const edit: Act<OwnAlert> = {
  call: 'PUT /subscriptions/{external_id}/alerts/{code}',
  permission: 'subscriptions:update',
  label: msg`Edit the alert`,
  refusalOf: ({ created_by_customer: isOfCustomer }) =>
    isOfCustomer ? msg`The customer set this alert. You can only delete it.` : null,
  fieldsOf: (alert) => alertFields(subscriptionAlertTypes, alert.subscription.plan_amount_currency, alert),
  send: async ({ headers }, alert, values) => {
    const body = { alert: changedAlert(values) };
    await answerOf(api.PUT('/subscriptions/{external_id}/alerts/{code}', { headers, params: ofAlert(alert), body }));
  },
  done: msg`The alert is changed.`,
};

const remove: Act<OwnAlert> = {
  call: 'DELETE /subscriptions/{external_id}/alerts/{code}',
  permission: 'subscriptions:update',
  label: msg`Delete the alert`,
  isDanger: true,
  Summary: ({ record }) =>
    record.created_by_customer ? (
      <Trans>The customer receives no mail about this usage any more.</Trans>
    ) : (
      <Trans>{record.name ?? record.code} triggers no webhook any more.</Trans>
    ),
  send: async ({ headers }, alert) => {
    await answerOf(api.DELETE('/subscriptions/{external_id}/alerts/{code}', { headers, params: ofAlert(alert) }));
  },
  done: msg`The alert is deleted.`,
};

/** The acts of an alert of a subscription. */
export const alertActs: readonly Act<OwnAlert>[] = [edit, remove];

/** The alerts of a subscription. */
export const Alerts = ({ subscription }: { subscription: Subscription }) => (
  <Related
    title={msg`Alerts`}
    permission="subscriptions:view"
    call={{
      path: '/subscriptions/{external_id}/alerts',
      values: { external_id: subscription.external_id },
      query: { status: subscription.status },
    }}
    rowsOf={({ alerts }) => alerts.map((alert): OwnAlert => ({ ...alert, subscription }))}
    columns={[...alertColumns<OwnAlert>(subscription.plan_amount_currency), actsColumn(alertActs)]}
    keyOf={({ code }) => code}
    action={<Acts acts={[createAlert]} record={subscription} />}
  />
);
