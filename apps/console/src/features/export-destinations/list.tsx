import { msg } from '@lingui/core/macro';
import type { ExportDestination } from '../../api/records.js';
import { codeColumn, filling, instantColumn, textColumn, wide, type Column } from '../../ui/columns.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';

const columns: readonly Column<ExportDestination>[] = [
  textColumn(msg`Bucket`, (row) => row.url),
  filling(textColumn(msg`Server`, (row) => row.endpoint)),
  wide(codeColumn(msg`Region`, (row) => row.region)),
  wide(codeColumn(msg`Key`, (row) => row.access_key_id)),
  instantColumn(msg`Created`, (row) => row.created_at),
];

/** The buckets that receive exports. No answer has their secrets. */
export const ExportDestinations = () => (
  <ListPage
    hasPages
    title={msg`Buckets`}
    empty={msg`No buckets yet. Store one by the API to have exports written there.`}
    call={{ path: '/data_export_destinations' }}
    rowsOf={({ data_export_destinations: destinations }) => destinations}
    keyOf={byId}
    columns={columns}
  />
);
