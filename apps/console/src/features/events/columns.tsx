import { msg } from '@lingui/core/macro';
import type { Event } from '../../api/records.js';
import { codeColumn, dataColumn, preciseColumn, linkColumn, wide, type Column } from '../../ui/columns.js';

export const eventColumns: readonly Column<Event>[] = [
  linkColumn(msg`Transaction`, 'event', (row) => row.transaction_id),
  codeColumn(msg`Code`, (row) => row.code),
  wide(codeColumn(msg`Subscription`, (row) => row.external_subscription_id)),
  dataColumn(msg`Properties`, (row) => row.properties),
  preciseColumn(msg`Time of the event`, (row) => row.timestamp),
  wide(preciseColumn(msg`Received`, (row) => row.created_at)),
];
