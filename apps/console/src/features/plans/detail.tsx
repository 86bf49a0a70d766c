import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Acts } from '../../acts/acts.js';
import type { Plan as Record } from '../../api/records.js';
import { useMembership } from '../../frame/membership.js';
import { linkColumn, moneyColumn, stateColumn, textColumn, type Column } from '../../ui/columns.js';
import { DescriptionList, DetailPage, Rows, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Amount, Copyable, EnumText, Nothing, Units } from '../../ui/values.js';
import { YesNo } from '../../ui/yes-no.js';
import { Charges } from './charges.js';
import { planActs } from './acts.js';
import { Versions } from './versions.js';

type Threshold = Record['usage_thresholds'][number];
type Privilege = { feature: string; name: string; value: string };

const thresholdColumns = (currency: string): readonly Column<Threshold>[] => [
  textColumn(msg`Name`, (row) => row.threshold_display_name),
  stateColumn(msg`Kind`, (row) => (row.recurring ? 'recurring' : 'once')),
  moneyColumn(
    msg`Amount`,
    (row) => row.amount_cents,
    () => currency,
  ),
];
const privilegeColumns: readonly Column<Privilege>[] = [
  linkColumn(msg`Feature`, 'feature', (row) => row.feature),
  textColumn(msg`Privilege`, (row) => row.name),
  textColumn(msg`Value`, (row) => row.value),
];

const privilegesOf = ({ entitlements }: Record): Privilege[] =>
  entitlements.flatMap(({ code, privileges }) =>
    privileges.map((one) => ({ feature: code, name: one.name ?? one.code, value: String(one.value) })),
  );

/** Leads to the tests of a plan's prices. */
function TestsOfPlan({ code }: { code: string }) {
  const { t } = useLingui();
  const { path } = useMembership();
  return (
    <Link to="/$organization/catalog/price-tests" params={{ organization: path }} search={{ plan_code: code }}>
      {t`Show the tests`}
    </Link>
  );
}

/** Leads to the migrations of a plan. */
function MigrationsOfPlan({ code }: { code: string }) {
  const { t } = useLingui();
  const { path } = useMembership();
  return (
    <Link to="/$organization/catalog/plan-migrations" params={{ organization: path }} search={{ plan_code: code }}>
      {t`Show the migrations`}
    </Link>
  );
}

/** A plan and its prices. */
export function Plan() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/plans/{code}', values: { code: id } }}
      parent={{ label: msg`Plans`, to: '/$organization/catalog/plans' }}
      headOf={({ plan }) => ({ name: plan.name, id: plan.code })}
      actions={({ plan }) => <Acts acts={planActs} record={plan} />}
    >
      {({ plan }) => (
        <>
          <DescriptionList
            items={[
              [
                msg`Amount`,
                <span className="big">
                  <Amount cents={plan.amount_cents} currency={plan.amount_currency} />
                </span>,
              ],
              [msg`Interval`, <EnumText value={plan.interval} />],
              [msg`In advance`, <YesNo value={plan.pay_in_advance} />],
              [msg`Days of trial`, <Units value={plan.trial_period} />],
              [msg`Usage billed each month`, <YesNo value={plan.bill_charges_monthly} />],
              [
                msg`Minimum commitment`,
                <Amount cents={plan.minimum_commitment?.amount_cents} currency={plan.amount_currency} />,
              ],
              [msg`Taxes`, plan.taxes.map(({ name }) => name).join(', ') || <Nothing />],
              [msg`Active subscriptions`, <Units value={plan.active_subscriptions_count} />],
              [msg`Customers`, <Units value={plan.customers_count} />],
              [msg`Plan migrations`, <MigrationsOfPlan code={plan.code} />],
              [msg`Price tests`, <TestsOfPlan code={plan.code} />],
              [msg`Description`, plan.description ?? <Nothing />],
              [msg`Created`, <Instant iso={plan.created_at} focusable />],
              [msg`Id`, <Copyable value={plan.svc_id} />],
            ]}
          />
          <Charges plan={plan} />
          <Rows
            title={msg`Thresholds of progressive billing`}
            columns={thresholdColumns(plan.amount_currency)}
            rows={plan.usage_thresholds}
            keyOf={({ svc_id }) => svc_id}
          />
          <Rows
            title={msg`Entitlements`}
            columns={privilegeColumns}
            rows={privilegesOf(plan)}
            keyOf={({ feature, name }) => `${feature} ${name}`}
          />
          <Versions plan={plan} />
        </>
      )}
    </DetailPage>
  );
}
