import { msg } from '@lingui/core/macro';
import type { Metric } from '../../api/records.js';
import {
  codeColumn,
  enumColumn,
  instantColumn,
  linkColumn,
  sortable,
  textColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { byCode } from '../../ui/record-keys.js';

export const metricColumns: readonly Column<Metric>[] = [
  sortable(
    'name',
    linkColumn(msg`Name`, 'metric', byCode, (row) => row.name),
  ),
  sortable('code', codeColumn(msg`Code`, byCode)),
  enumColumn(msg`Aggregation`, (row) => row.aggregation_type),
  wide(codeColumn(msg`Property`, (row) => row.field_name ?? row.expression)),
  wide(textColumn(msg`Filters`, (row) => row.filters.map(({ key }) => key).join(', '))),
  wide(
    sortable(
      'created_at',
      instantColumn(msg`Created`, (row) => row.created_at),
    ),
  ),
];
