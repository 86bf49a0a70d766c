import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Acts } from '../../acts/acts.js';
import type { PlanMigration as Migration } from '../../api/records.js';
import { DescriptionList, DetailPage, Related, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { RecordLink } from '../../ui/record-link.js';
import { Nothing, Units } from '../../ui/values.js';
import { planMigrationActs } from './acts.js';
import { Audience, migratedColumns } from './columns.js';

/** The change of the plan, in words. */
function Terms({ of: { plan, version } }: { of: Migration }) {
  const { t } = useLingui();
  if (version !== null) return t`Version ${version} again`;
  return plan === null ? t`The plan as it is` : t`A change of the plan`;
}

/** Why a migration failed, in the words of the call. */
function Refusal({ of: { error_code: code, error_details: details } }: { of: Migration }) {
  if (code === null) return <Nothing />;
  return details === null ? code : `${code}: ${JSON.stringify(details)}`;
}

/** A migration of a plan: its progress, and its account of each subscription. */
export function PlanMigration() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/plan_migrations/{svc_id}', values: { svc_id: id } }}
      parent={{ label: msg`Plan migrations`, to: '/$organization/catalog/plan-migrations' }}
      headOf={({ plan_migration: row }) => ({ name: row.plan_code, id: row.svc_id, state: row.status })}
      actions={({ plan_migration: row }) => <Acts acts={planMigrationActs} record={row} />}
    >
      {({ plan_migration: row }) => (
        <>
          <DescriptionList
            items={[
              [
                msg`Plan`,
                <RecordLink kind="plan" id={row.plan_code}>
                  {row.plan_code}
                </RecordLink>,
              ],
              [msg`Terms`, <Terms of={row} />],
              [msg`Applies to`, <Audience of={row.applies_to} />],
              [msg`Changed with the plan`, <Units value={row.followed_count} />],
              [msg`Moved to the plan`, <Units value={row.moved_count} />],
              [msg`Stayed at their version`, <Units value={row.stayed_count} />],
              [msg`Have prices of their own`, <Units value={row.left_count} />],
              [msg`Version of those that stay`, row.stayed_version ?? <Nothing />],
              [msg`Error`, <Refusal of={row} />],
              [msg`Begins`, <Instant iso={row.scheduled_at} focusable />],
              [msg`Begun`, <Instant iso={row.started_at} focusable />],
              [msg`Completed`, <Instant iso={row.completed_at} focusable />],
              [msg`Created`, <Instant iso={row.created_at} focusable />],
            ]}
          />
          <Related
            title={msg`Subscriptions`}
            permission="subscriptions:view"
            call={{ path: '/plan_migrations/{svc_id}/subscriptions', values: { svc_id: row.svc_id } }}
            rowsOf={({ migrated_subscriptions: rows }) => rows}
            columns={migratedColumns}
            keyOf={({ svc_subscription_id: key }) => key}
          />
        </>
      )}
    </DetailPage>
  );
}
