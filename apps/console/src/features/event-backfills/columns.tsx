import { msg } from '@lingui/core/macro';
import type { EventBackfill } from '../../api/records.js';
import {
  codeColumn,
  filling,
  instantColumn,
  linkColumn,
  sortable,
  stateColumn,
  textColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { errorsText, originOf, type BackfillRow } from './texts.js';

export const backfillColumns: readonly Column<EventBackfill>[] = [
  sortable(
    'created_at',
    instantColumn(msg`Created`, (row) => row.created_at),
  ),
  filling(linkColumn(msg`Files`, 'eventBackfill', (row) => row.svc_id, originOf)),
  stateColumn(msg`State`, (row) => row.status),
  stateColumn(msg`Kind`, (row) => (row.dry_run ? 'dry_run' : null)),
  wide(unitsColumn(msg`Rows`, (row) => row.rows_read)),
  unitsColumn(msg`Taken`, (row) => row.taken),
  wide(unitsColumn(msg`Repeated`, (row) => row.repeated)),
  unitsColumn(msg`Refused`, (row) => row.refused + row.refused_invoiced),
];

export const rowColumns: readonly Column<BackfillRow>[] = [
  filling(textColumn(msg`File`, (row) => row.object)),
  unitsColumn(msg`Row`, (row) => row.row),
  wide(codeColumn(msg`Rule`, (row) => row.rule)),
  codeColumn(msg`Transaction`, (row) => row.transaction_id),
  textColumn(msg`Reason`, (row) => errorsText(row.errors)),
];
