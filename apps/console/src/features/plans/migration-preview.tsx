import { Stack, Title } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { msg } from '@lingui/core/macro';
import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useEstimate } from '../../acts/use-estimate.js';
import { CallError } from '../../frame/call-error.js';
import { textColumn, type Column } from '../../ui/columns.js';
import { RecordTable } from '../../ui/record-table.js';

type Body = components['schemas']['PlanMigrationPreviewBody'];
type Cohort = components['schemas']['PlanMigrationCohort'];

function Version({ cohort: { version, is_current: isCurrent } }: { cohort: Cohort }) {
  if (version === null) return <Trans>Prices of their own</Trans>;
  return isCurrent ? <Trans>{version} (present)</Trans> : String(version);
}

const columns: readonly Column<Cohort>[] = [
  { label: msg`Version`, cell: (row) => <Version cohort={row} />, csv: (row) => String(row.version ?? '') },
  textColumn(msg`Subscriptions`, (row) => String(row.subscriptions_count)),
  textColumn(msg`Get the terms`, (row) => String(row.migrated_count)),
];

/** The number of subscriptions that a migration would change, by their versions. @param body as the call takes it */
export function MigrationPreview({ code, body }: { code: string; body: Body }) {
  const { t } = useLingui();
  // Without a chosen subscription the call has nothing to count.
  const isReady = body.applies_to !== 'chosen' || (body.external_subscription_ids ?? []).some((id) => id !== '');
  const { data, error } = useEstimate(`migration of ${code}`, isReady ? body : null, (headers, sent: Body, signal) =>
    api.POST('/plans/{code}/migrations/preview', {
      headers,
      params: { path: { code } },
      body: { plan_migration: sent },
      signal,
    }),
  );
  const preview = isReady ? data?.plan_migration_preview : undefined;
  const { migrated_count: moved = 0, stayed_count: stayed = 0 } = preview ?? {};
  return (
    <aside aria-live="polite">
      <section aria-label={t`Subscriptions`}>
        <Stack gap="sm">
          <Title order={3}>
            <Trans>Subscriptions</Trans>
          </Title>
          {isReady ? <CallError error={error} /> : <Trans>Choose subscriptions to see what changes.</Trans>}
          {preview ? (
            <>
              <p>
                <Plural value={moved} one="# subscription gets the terms." other="# subscriptions get the terms." />{' '}
                <Plural value={stayed} one="# stays as it is." other="# stay as they are." />
              </p>
              {preview.cohorts.length === 0 ? null : (
                <RecordTable
                  label={t`Subscriptions by version`}
                  columns={columns}
                  rows={preview.cohorts}
                  keyOf={({ version }) => String(version)}
                />
              )}
            </>
          ) : null}
        </Stack>
      </section>
    </aside>
  );
}
