import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api } from '../../../api/client.js';
import type { components } from '../../../api/schema.js';
import type { Act } from '../../../acts/act.js';
import { Acts } from '../../../acts/acts.js';
import { gridOf } from '../../../acts/field.js';
import { moneyColumn, textColumn, type Column } from '../../../ui/columns.js';
import { Section } from '../../../ui/detail-page.js';
import { RecordTable } from '../../../ui/record-table.js';
import { YesNo } from '../../../ui/yes-no.js';

type Subscription = components['schemas']['SingleSubscription'];
type Threshold = Subscription['applicable_usage_thresholds'][number];

/** Replaces the amounts of usage at which a subscription is billed within its period (customers, section 7). */
export const setThresholds: Act<Subscription> = {
  call: 'PUT /subscriptions/{external_id}',
  permission: 'subscriptions:update',
  label: msg`Edit the thresholds`,
  refusalOf: ({ status }) => (status === 'active' || status === 'pending' ? null : msg`The subscription has ended.`),
  Summary: () => (
    <Trans>
      Usage of the whole life is invoiced when it reaches a threshold, before the period ends. These thresholds replace
      those of the plan; without any line, those of the plan apply.
    </Trans>
  ),
  fieldsOf: ({ applicable_usage_thresholds: thresholds, plan_amount_currency: currency }) => [
    {
      kind: 'grid',
      name: 'usage_thresholds',
      label: msg`Thresholds of usage`,
      hint: msg`The repeated one applies at each further step of its size, after the last threshold`,
      currency,
      columns: [
        { kind: 'money', name: 'amount_cents', label: msg`Amount of usage` },
        { kind: 'text', name: 'name', label: msg`Name`, isOptional: true },
        { kind: 'check', name: 'recurring', label: msg`Repeated` },
      ],
      atFirst: thresholds.map(({ amount_cents: cents, threshold_display_name: name, recurring }) => ({
        amount_cents: String(cents),
        name: name ?? '',
        recurring: recurring ? 'true' : '',
      })),
      isOptional: true,
    },
  ],
  send: async ({ headers }, { external_id, status }, values) => {
    const usage_thresholds = gridOf(values, 'usage_thresholds').map(({ amount_cents: cents, name, recurring }) => ({
      amount_cents: cents ? Number(cents) : null,
      threshold_display_name: name || null,
      recurring: recurring === 'true',
    }));
    const params = { path: { external_id }, query: { status } };
    await answerOf(
      api.PUT('/subscriptions/{external_id}', { headers, params, body: { subscription: { usage_thresholds } } }),
    );
  },
  done: msg`The thresholds are changed.`,
};

const columnsOf = (currency: string): readonly Column<Threshold>[] => [
  textColumn(msg`Name`, (row) => row.threshold_display_name),
  { label: msg`Repeated`, cell: (row) => <YesNo value={row.recurring} />, csv: (row) => String(row.recurring) },
  moneyColumn(
    msg`Amount of usage`,
    (row) => row.amount_cents,
    () => currency,
  ),
];

/** The thresholds of usage that apply to a subscription. */
export function Thresholds({ subscription }: { subscription: Subscription }) {
  const { t } = useLingui();
  const { applicable_usage_thresholds: thresholds, plan_amount_currency: currency } = subscription;
  return (
    <Section title={msg`Thresholds of usage`} action={<Acts acts={[setThresholds]} record={subscription} />}>
      {thresholds.length === 0 ? (
        <p className="empty">{t`None`}</p>
      ) : (
        <RecordTable
          label={t`Thresholds of usage`}
          columns={columnsOf(currency)}
          rows={thresholds}
          keyOf={({ amount_cents: cents, recurring }) => `${cents} ${recurring}`}
        />
      )}
    </Section>
  );
}
