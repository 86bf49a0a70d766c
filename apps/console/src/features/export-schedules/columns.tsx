import { msg } from '@lingui/core/macro';
import type { ExportSchedule } from '../../api/records.js';
import {
  codeColumn,
  enumColumn,
  filling,
  instantColumn,
  linkColumn,
  stateColumn,
  textColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { byId } from '../../ui/record-keys.js';

export const scheduleColumns: readonly Column<ExportSchedule>[] = [
  linkColumn(msg`Records`, 'exportSchedule', byId, (row) => row.resource_type),
  enumColumn(msg`Interval`, (row) => row.interval),
  wide(codeColumn(msg`Format`, (row) => row.format)),
  stateColumn(msg`Last run`, (row) => row.last_run?.status ?? null),
  filling(textColumn(msg`Last error`, (row) => row.last_run?.error)),
  wide(instantColumn(msg`Time of the last run`, (row) => row.last_run?.created_at ?? null)),
  instantColumn(msg`Next run`, (row) => row.next_run_at),
];
