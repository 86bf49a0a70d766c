import { msg } from '@lingui/core/macro';
import type { InvoiceSection } from '../../api/records.js';
import {
  codeColumn,
  filling,
  instantColumn,
  linkColumn,
  sortable,
  textColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { byCode } from '../../ui/record-keys.js';

export const invoiceSectionColumns: readonly Column<InvoiceSection>[] = [
  sortable(
    'name',
    linkColumn(msg`Name`, 'invoiceSection', byCode, (row) => row.name),
  ),
  sortable('code', codeColumn(msg`Code`, byCode)),
  filling(textColumn(msg`Text`, (row) => row.details)),
  wide(
    sortable(
      'created_at',
      instantColumn(msg`Created`, (row) => row.created_at),
    ),
  ),
];
