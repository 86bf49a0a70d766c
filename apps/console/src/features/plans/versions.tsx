import { msg } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { Plan, PlanVersion } from '../../api/records.js';
import type { Act } from '../../acts/act.js';
import { actsColumn } from '../../acts/acts-column.js';
import { preciseColumn, type Column } from '../../ui/columns.js';
import { Related } from '../../ui/detail-page.js';
import { migrate } from './migrations.js';
import { audienceOf, migrationFields, migrationOf } from './migration-fields.js';
import { MigrationPreview } from './migration-preview.js';
import { EnumText, Nothing, State } from '../../ui/values.js';

type Version = PlanVersion & { plan_code: string };

const restore: Act<Version> = {
  call: 'POST /plans/{code}/versions/{number}/restore',
  permission: 'plans:update',
  label: msg`Make again`,
  refusalOf: ({ is_current: isCurrent }) => (isCurrent ? msg`The plan is this version.` : null),
  Summary: ({ record }) => (
    <Trans>
      The plan becomes what it was in version {record.number}. Subscriptions without prices of their own follow with
      their next invoice.
    </Trans>
  ),
  send: async ({ headers }, { plan_code: code, number }) => {
    const params = { path: { code, number: String(number) } };
    await answerOf(api.POST('/plans/{code}/versions/{number}/restore', { headers, params }));
  },
  done: msg`The plan is changed.`,
};

/** Makes a plan a former version again for some of its subscriptions, or later. */
export const scheduleVersion: Act<Version> = {
  call: 'POST /plans/{code}/migrations',
  permission: 'plans:update',
  label: msg`Bring back for some subscriptions`,
  refusalOf: ({ is_current: isCurrent }) => (isCurrent ? msg`The plan is this version.` : null),
  Summary: ({ record }) => (
    <Trans>The plan becomes what it was in version {record.number}. The others stay at the present version.</Trans>
  ),
  fieldsOf: () => migrationFields(['all', 'chosen', 'new']),
  Beside: ({ record, values }) => (
    <MigrationPreview code={record.plan_code} body={{ ...audienceOf(values), version: record.number }} />
  ),
  send: (sending, { plan_code: code, number }, values) =>
    migrate(sending, code, { ...migrationOf(values), version: number }),
  done: msg`The migration is requested.`,
};

/** The caller whose change made a version, by the names of today. */
function Author({ author }: Pick<Version, 'author'>) {
  if (!author) return <EnumText value="system" />;
  if (author.user_email) return author.user_email;
  if (author.svc_user_id) return <Trans>A former member</Trans>;
  return author.api_key_name ? <Trans>Key {author.api_key_name}</Trans> : <EnumText value="api" />;
}

function Changes({ number, changes, further_changes_count: further }: Version) {
  if (changes.length === 0) return number === 1 ? <Trans>First version</Trans> : <Nothing />;
  return (
    <>
      {changes.map(({ sentence }, place) => (
        <div key={place}>{sentence}</div>
      ))}
      {further > 0 ? <Plural value={further} one="# more change" other="# more changes" /> : null}
    </>
  );
}

const columns: readonly Column<Version>[] = [
  {
    label: msg`Version`,
    cell: ({ number, is_current: isCurrent }) => (
      <>
        {number}{' '}
        {isCurrent ? (
          <State value="active">
            <Trans>Current</Trans>
          </State>
        ) : null}
      </>
    ),
    csv: ({ number }) => String(number),
  },
  preciseColumn(msg`Time`, (row) => row.created_at),
  {
    label: msg`By`,
    cell: ({ author }) => <Author author={author} />,
    csv: ({ author }) => author?.user_email ?? author?.api_key_name ?? '',
  },
  {
    label: msg`Changes`,
    cell: (row) => <Changes {...row} />,
    csv: ({ changes }) => changes.map(({ sentence }) => sentence).join('; '),
    breaks: true,
  },
  actsColumn([restore, scheduleVersion]),
];

/** The versions of a plan: who changed what and when. */
export const Versions = ({ plan: { code } }: { plan: Plan }) => (
  <Related
    title={msg`Versions`}
    permission="plans:view"
    call={{ path: '/plans/{code}/versions', values: { code } }}
    rowsOf={({ plan_versions: versions }) => versions.map((version) => ({ ...version, plan_code: code }))}
    columns={columns}
    keyOf={({ number }) => String(number)}
  />
);
