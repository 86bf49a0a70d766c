import { msg } from '@lingui/core/macro';
import type { BillingEntity } from '../../api/records.js';
import { codeColumn, instantColumn, linkColumn, textColumn, wide, type Column } from '../../ui/columns.js';
import { byCode } from '../../ui/record-keys.js';
import { YesNo } from '../../ui/yes-no.js';

export const billingEntityColumns: readonly Column<BillingEntity>[] = [
  linkColumn(msg`Name`, 'billingEntity', byCode, (row) => row.name),
  codeColumn(msg`Code`, byCode),
  { label: msg`Default`, cell: (row) => <YesNo value={row.is_default} />, csv: (row) => String(row.is_default) },
  wide(textColumn(msg`Legal name`, (row) => row.legal_name)),
  wide(textColumn(msg`Country`, (row) => row.country)),
  textColumn(msg`Currency`, (row) => row.default_currency),
  wide(textColumn(msg`Time zone`, (row) => row.timezone)),
  wide(instantColumn(msg`Created`, (row) => row.created_at)),
];
