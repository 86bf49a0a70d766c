import { msg } from '@lingui/core/macro';
import type { ApiLog } from '../../api/records.js';
import { preciseColumn, linkColumn, textColumn, unitsColumn, wide, type Column } from '../../ui/columns.js';

export const apiLogColumns: readonly Column<ApiLog>[] = [
  linkColumn(
    msg`Call`,
    'apiLog',
    (row) => row.request_id,
    (row) => `${row.http_method.toUpperCase()} ${row.request_path}`,
  ),
  unitsColumn(msg`Answer`, (row) => row.http_status),
  wide(textColumn(msg`Client`, (row) => row.client)),
  preciseColumn(msg`Time`, (row) => row.logged_at),
];
