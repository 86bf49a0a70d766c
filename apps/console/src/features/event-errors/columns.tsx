import { msg } from '@lingui/core/macro';
import type { EventError } from '../../api/records.js';
import { codeColumn, dataColumn, preciseColumn, linkColumn, wide, type Column } from '../../ui/columns.js';
import { State } from '../../ui/values.js';

export const eventErrorColumns: readonly Column<EventError>[] = [
  linkColumn(msg`Transaction`, 'event', (row) => row.transaction_id),
  {
    label: msg`Error`,
    cell: ({ errors }) => errors.map((error) => <State key={error} value={error} />),
    csv: ({ errors }) => errors.join(' '),
  },
  codeColumn(msg`Code`, (row) => row.code),
  wide(codeColumn(msg`Subscription`, (row) => row.external_subscription_id)),
  dataColumn(msg`Properties`, (row) => row.properties),
  wide(preciseColumn(msg`Received`, (row) => row.created_at)),
];
