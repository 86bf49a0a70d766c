import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api } from '../../../api/client.js';
import type { Feature } from '../../../api/records.js';
import type { components } from '../../../api/schema.js';
import type { Act } from '../../../acts/act.js';
import { Acts } from '../../../acts/acts.js';
import { actsColumn } from '../../../acts/acts-column.js';
import { useMembership, useRead } from '../../../frame/membership.js';
import { linkColumn, textColumn, wide, type Column } from '../../../ui/columns.js';
import { Section } from '../../../ui/detail-page.js';
import { RecordTable } from '../../../ui/record-table.js';
import { entitlementsOf, privilegeFields } from './entitlement-fields.js';

type Subscription = components['schemas']['SingleSubscription'];
/** A subscription, and the features of its organization. */
export type Entitled = Subscription & { features: readonly Feature[] };
/** A privilege of a feature that a subscription has. */
export interface Granted {
  svc_id: string;
  subscription: Subscription;
  feature: string;
  name: string;
  value: string;
  plan: string;
}

const paramsOf = ({ external_id, status }: Subscription) => ({
  path: { external_id },
  query: { subscription_status: status },
});

/** Grants a feature to a subscription, or other values of one that it has (customers, section 6.3). */
export const grant: Act<Entitled> = {
  call: 'PATCH /subscriptions/{external_id}/entitlements',
  permission: 'subscriptions:update',
  label: msg`Grant a feature`,
  refusalOf: ({ features }) => (features.length > 0 ? null : msg`The organization has no features.`),
  Summary: () => (
    <Trans>
      Only this subscription has these values, from the next check on. Values of the plan undo its own ones.
    </Trans>
  ),
  fieldsOf: ({ features, entitlements }) => [
    {
      kind: 'choice',
      name: 'feature',
      label: msg`Feature`,
      options: features.map(({ code, name }) => ({ value: code, label: name ?? code })),
    },
    ...features.flatMap((feature) => privilegeFields(feature, entitlements)),
  ],
  send: async ({ headers }, subscription, values) => {
    const feature = subscription.features.find(({ code }) => code === values['feature']);
    if (!feature) return;
    const body = { entitlements: { [feature.code]: entitlementsOf(feature, values) } };
    await answerOf(
      api.PATCH('/subscriptions/{external_id}/entitlements', { headers, params: paramsOf(subscription), body }),
    );
  },
  done: msg`The feature is granted.`,
};

/** Takes a feature from one subscription; its plan keeps it. */
export const withdraw: Act<Granted> = {
  call: 'DELETE /subscriptions/{external_id}/entitlements/{feature_code}',
  permission: 'subscriptions:update',
  label: msg`Withdraw the feature`,
  isDanger: true,
  Summary: ({ record }) => (
    <Trans>The subscription loses {record.feature} with all its values. Other subscriptions to the plan keep it.</Trans>
  ),
  send: async ({ headers }, { subscription, feature: feature_code }) => {
    const { path, query } = paramsOf(subscription);
    const params = { path: { ...path, feature_code }, query };
    await answerOf(api.DELETE('/subscriptions/{external_id}/entitlements/{feature_code}', { headers, params }));
  },
  done: msg`The feature is withdrawn.`,
};

const columns: readonly Column<Granted>[] = [
  linkColumn(msg`Feature`, 'feature', (row) => row.feature),
  textColumn(msg`Privilege`, (row) => row.name),
  textColumn(msg`Value`, (row) => row.value),
  wide(textColumn(msg`Value of the plan`, (row) => row.plan)),
  actsColumn([withdraw]),
];

/** The rows of a subscription: a feature without values has one, too. */
const rowsOf = (subscription: Subscription): readonly Granted[] =>
  subscription.entitlements.flatMap(({ code, privileges }) => {
    const common = { subscription, feature: code };
    if (privileges.length === 0) return [{ ...common, svc_id: code, name: '', value: '', plan: '' }];
    return privileges.map((privilege) => ({
      ...common,
      svc_id: `${code} ${privilege.code}`,
      name: privilege.name ?? privilege.code,
      value: String(privilege.value),
      plan: String(privilege.plan_value ?? ''),
    }));
  });

/** The features that a subscription has, with their values. */
export function Entitlements({ subscription }: { subscription: Subscription }) {
  const { t } = useLingui();
  const { may } = useMembership();
  const { data } = useRead({ path: '/features', query: { per_page: '100' } }, { enabled: may('features:view') });
  const rows = rowsOf(subscription);
  return (
    <Section
      title={msg`Entitlements`}
      action={data ? <Acts acts={[grant]} record={{ ...subscription, features: data.features }} /> : null}
    >
      {rows.length === 0 ? (
        <p className="empty">{t`The subscription has no entitlements.`}</p>
      ) : (
        <RecordTable label={t`Entitlements`} columns={columns} rows={rows} keyOf={({ svc_id }) => svc_id} />
      )}
    </Section>
  );
}
