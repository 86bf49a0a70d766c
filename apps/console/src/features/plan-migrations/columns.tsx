import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { MigratedSubscription, PlanMigration } from '../../api/records.js';
import { instantColumn, linkColumn, sortable, stateColumn, unitsColumn, wide, type Column } from '../../ui/columns.js';
import { Nothing } from '../../ui/values.js';

const audiences: Record<PlanMigration['applies_to'], ReturnType<typeof msg>> = {
  new: msg`New subscriptions alone`,
  chosen: msg`Chosen and new subscriptions`,
  all: msg`All subscriptions`,
};

/** The subscriptions that get the terms, in words. */
export function Audience({ of }: { of: PlanMigration['applies_to'] }) {
  const { t } = useLingui();
  return t(audiences[of]);
}

export const planMigrationColumns: readonly Column<PlanMigration>[] = [
  linkColumn(
    msg`Plan`,
    'planMigration',
    (row) => row.svc_id,
    (row) => row.plan_code,
  ),
  { label: msg`Applies to`, cell: (row) => <Audience of={row.applies_to} />, csv: (row) => row.applies_to },
  stateColumn(msg`State`, (row) => row.status),
  wide(unitsColumn(msg`Changed with the plan`, (row) => row.followed_count)),
  wide(unitsColumn(msg`Moved`, (row) => row.moved_count)),
  wide(unitsColumn(msg`Stayed`, (row) => row.stayed_count)),
  instantColumn(msg`Begins`, (row) => row.scheduled_at),
  wide(
    sortable(
      'created_at',
      instantColumn(msg`Created`, (row) => row.created_at),
    ),
  ),
];

const outcomes: Record<MigratedSubscription['outcome'], ReturnType<typeof msg>> = {
  followed: msg`Changed with the plan`,
  moved: msg`Moved to the plan`,
  stayed: msg`Stayed at its version`,
  left: msg`Has prices of its own`,
};

function Outcome({ of }: { of: MigratedSubscription['outcome'] }) {
  const { t } = useLingui();
  return t(outcomes[of]);
}

const versionColumn = (label: ReturnType<typeof msg>, of: (row: MigratedSubscription) => number | null) => ({
  label,
  cell: (row: MigratedSubscription) => of(row) ?? <Nothing />,
  csv: (row: MigratedSubscription) => String(of(row) ?? ''),
});

export const migratedColumns: readonly Column<MigratedSubscription>[] = [
  linkColumn(msg`Subscription`, 'subscription', (row) => row.external_subscription_id),
  { label: msg`Outcome`, cell: (row) => <Outcome of={row.outcome} />, csv: (row) => row.outcome },
  versionColumn(msg`Version before`, (row) => row.from_version),
  versionColumn(msg`Version since`, (row) => row.to_version),
  wide(instantColumn(msg`Time`, (row) => row.migrated_at)),
];
