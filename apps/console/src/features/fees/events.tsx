import { Title } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Link } from '@tanstack/react-router';
import type { Call } from '../../api/read.js';
import type { components } from '../../api/schema.js';
import { CallError } from '../../frame/call-error.js';
import { useRead } from '../../frame/membership.js';
import { useTitle } from '../../frame/plain-page.js';
import { preciseColumn, linkColumn, textColumn, unitsColumn, wide, type Column } from '../../ui/columns.js';
import { useId } from '../../ui/detail-page.js';
import { OpenInApi } from '../../ui/open-in-api.js';
import { RecordTable, useRowKeys } from '../../ui/record-table.js';
import { Tabs } from '../../ui/tabs.js';
import { useAddress } from '../../ui/use-address.js';
import { Loading } from '../../ui/loading.js';

type FeeEvent = components['schemas']['FeeEvent'];

const statuses: readonly { value: string; label: MessageDescriptor }[] = [
  { value: 'all', label: msg`All` },
  { value: 'counted', label: msg`Counted` },
  { value: 'without_effect', label: msg`Without effect` },
  { value: 'ignored', label: msg`Not counted` },
  { value: 'late', label: msg`Late` },
];

const reasons: Record<NonNullable<FeeEvent['reason']>, MessageDescriptor> = {
  already_present: msg`The value was there already`,
  removed_while_absent: msg`The removed value was not there`,
  not_the_maximum: msg`Another event has the maximum`,
  not_the_latest: msg`A later event counts`,
  not_above_billed: msg`Not above what was billed before`,
  other_filter: msg`It belongs to another filter`,
  other_group: msg`It belongs to another group`,
  field_missing: msg`The property that the metric reads is missing.`,
  field_not_a_number: msg`The property that the metric reads is not a number.`,
  voided: msg`It was voided`,
  after_rating: msg`It happened after the fee was computed`,
  arrived_late: msg`It came after the fee was computed`,
};

const shownRows = '50';

/** The events behind a fee: what became of each, and why. */
export function FeeEvents() {
  const { t } = useLingui();
  const id = useId();
  const { search } = useAddress();
  const status = statuses.find(({ value }) => value === search.tab)?.value ?? 'all';
  const call: Call<'/fees/{svc_id}/events'> = {
    path: '/fees/{svc_id}/events',
    values: { svc_id: id },
    query: { per_page: shownRows, cursor: search.cursor ?? '', ...(status === 'all' ? {} : { status }) },
  };
  const { data, error, isPending, isPlaceholderData } = useRead(call, { keepsLast: true });
  const columns = useColumns();
  const label = t`Events behind the fee`;
  useTitle(label);
  useRowKeys();
  return (
    <main className="list">
      <header className="head">
        <Title order={1}>{label}</Title>
        <div className="actions">
          <OpenInApi call={call} />
        </div>
      </header>
      <Tabs tabs={statuses} current={status} />
      <CallError error={error} />
      {isPending && !error ? <Loading label={label} /> : null}
      {data && data.events.length > 0 ? (
        <RecordTable
          label={label}
          columns={columns}
          rows={data.events}
          keyOf={({ svc_event_id }) => svc_event_id}
          isOld={isPlaceholderData}
        />
      ) : null}
      {data && data.events.length === 0 ? (
        <p className="empty" role="status">
          <Trans>No events of the fee match this state.</Trans>
        </p>
      ) : null}
      {data ? <Pages next={data.meta.next_cursor} search={search} /> : null}
    </main>
  );
}

function useColumns(): readonly Column<FeeEvent>[] {
  const { t } = useLingui();
  const reasonOf = ({ reason, voided_since: isVoided }: FeeEvent): string =>
    [reason === null ? '' : t(reasons[reason]), isVoided ? t`Voided since; the fee stays` : '']
      .filter(Boolean)
      .join(' · ');
  return [
    linkColumn(
      msg`Event`,
      'event',
      (row) => row.transaction_id,
      (row) => row.transaction_id,
    ),
    preciseColumn(msg`Happened`, (row) => row.timestamp),
    wide(preciseColumn(msg`Received`, (row) => row.received_at)),
    wide(textColumn(msg`Value`, (row) => row.value)),
    unitsColumn(msg`Units added`, (row) => row.added),
    textColumn(msg`Reason`, reasonOf),
  ];
}

/** The ways on and back to the beginning: a list in the order of time has no number of pages. */
function Pages({ next, search }: { next: string | null; search: Record<string, string | undefined> }) {
  const { t } = useLingui();
  const { cursor, ...others } = search;
  if (next === null && !cursor) return null;
  return (
    <nav className="pager" aria-label={t`Pages`}>
      {cursor ? (
        <Link to="." search={others as never} className="record-link">
          <Trans>From the beginning</Trans>
        </Link>
      ) : null}
      {next === null ? null : (
        <Link to="." search={{ ...others, cursor: next } as never} className="record-link">
          <Trans>Next</Trans>
        </Link>
      )}
    </nav>
  );
}
