import { msg } from '@lingui/core/macro';
import type { Tax } from '../../api/records.js';
import {
  amountColumn,
  codeColumn,
  instantColumn,
  linkColumn,
  moneyColumn,
  sortable,
  textColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { byCode } from '../../ui/record-keys.js';

export const taxColumns: readonly Column<Tax>[] = [
  sortable(
    'name',
    linkColumn(msg`Name`, 'tax', byCode, (row) => row.name),
  ),
  sortable('code', codeColumn(msg`Code`, byCode)),
  wide(textColumn(msg`Description`, (row) => row.description)),
  wide(
    sortable(
      'created_at',
      instantColumn(msg`Created`, (row) => row.created_at),
    ),
  ),
  unitsColumn(msg`Tax %`, (row) => row.rate),
];

interface AppliedTax {
  tax_name: string | null;
  tax_code: string | null;
  tax_rate: number | null;
  amount_cents: number | null;
  amount_currency: string | null;
}

/** Taxes of a document. @param base the taxed amount, in cents */
export const appliedTaxColumns = <Tax extends AppliedTax>(
  base: (row: Tax) => number | null,
): readonly Column<Tax>[] => [
  textColumn(msg`Tax`, (row) => row.tax_name),
  wide(codeColumn(msg`Code`, (row) => row.tax_code)),
  unitsColumn(msg`Tax %`, (row) => row.tax_rate),
  wide(moneyColumn(msg`Of`, base, (row) => row.amount_currency)),
  amountColumn(),
];
