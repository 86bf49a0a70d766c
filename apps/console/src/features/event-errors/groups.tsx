import { msg } from '@lingui/core/macro';
import { actsColumn } from '../../acts/acts-column.js';
import type { EventErrorGroup } from '../../api/records.js';
import { useRead } from '../../frame/membership.js';
import { codeColumn, instantColumn, unitsColumn, wide, type Column } from '../../ui/columns.js';
import { Rows } from '../../ui/detail-page.js';
import { useAddress } from '../../ui/use-address.js';
import { State } from '../../ui/values.js';
import { errorGroupActs } from './acts.js';

const columns: readonly Column<EventErrorGroup>[] = [
  { label: msg`Error`, cell: ({ error }) => <State value={error} />, csv: ({ error }) => error },
  codeColumn(msg`Code`, (row) => row.code),
  codeColumn(msg`Nearest metric`, (row) => row.suggested_code),
  unitsColumn(msg`Events`, (row) => row.events_count),
  wide(unitsColumn(msg`Subscriptions`, (row) => row.subscriptions_count)),
  wide(instantColumn(msg`First received`, (row) => row.first_received_at)),
  instantColumn(msg`Last received`, (row) => row.last_received_at),
  actsColumn(errorGroupActs),
];

/** The events that do not count, by error and code; nothing without any. */
export function EventErrorGroups() {
  const { search } = useAddress();
  const { from_date: from, to_date: to } = search;
  const { data } = useRead({
    path: '/event_errors/groups',
    query: { ...(from ? { from_date: from } : {}), ...(to ? { to_date: to } : {}) },
  });
  const groups = data?.event_error_groups ?? [];
  if (groups.length === 0) return null;
  return (
    <Rows
      title={msg`By error and code`}
      columns={columns}
      rows={groups}
      keyOf={({ error, code }) => `${error} ${code}`}
    />
  );
}
