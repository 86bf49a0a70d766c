import { msg } from '@lingui/core/macro';
import { actNames } from '../../bulk/act-names.js';
import type { BulkAct, BulkActResult } from '../../api/records.js';
import { ActName } from './act-name.js';
import {
  codeColumn,
  filling,
  instantColumn,
  stateColumn,
  textColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { RecordLink, type RecordKind } from '../../ui/record-link.js';

export const bulkActColumns: readonly Column<BulkAct>[] = [
  {
    label: msg`Act`,
    cell: ({ svc_id: id, act }) => (
      <RecordLink kind="bulkAct" id={id}>
        <ActName act={act} />
      </RecordLink>
    ),
    csv: ({ act }) => String(actNames[act].message ?? act),
  },
  stateColumn(msg`State`, (row) => row.status),
  unitsColumn(msg`Records`, (row) => row.records_total),
  unitsColumn(msg`Done`, (row) => row.records_done),
  wide(unitsColumn(msg`Skipped`, (row) => row.records_skipped)),
  unitsColumn(msg`Refused`, (row) => row.records_refused),
  instantColumn(msg`Created`, (row) => row.created_at),
  wide(instantColumn(msg`Completed`, (row) => row.completed_at)),
];

/** The pages of records, by the kind of the records of an act. */
const pages: Record<string, RecordKind> = {
  invoices: 'invoice',
  credit_notes: 'creditNote',
  customers: 'customer',
  subscriptions: 'subscription',
};
/** Customers and subscriptions have their external identifiers in addresses. */
const byName = new Set(['customers', 'subscriptions']);

/** The errors of a refusal by field, as a line: `coupon_code: value_is_invalid`. */
export const detailsText = (details: BulkActResult['error_details']): string =>
  Object.entries(details ?? {})
    .map(([field, codes]) => `${field}: ${Array.isArray(codes) ? codes.join(', ') : JSON.stringify(codes)}`)
    .join('; ');

export const resultColumns = (records: BulkAct['resource_type']): readonly Column<BulkActResult>[] => [
  {
    label: msg`Record`,
    cell: ({ svc_record_id: id, name }) => {
      const kind = pages[records];
      return kind ? (
        <RecordLink kind={kind} id={byName.has(records) ? (name ?? id) : id}>
          {name || id}
        </RecordLink>
      ) : (
        (name ?? id)
      );
    },
    csv: ({ svc_record_id: id, name }) => name ?? id,
  },
  { ...codeColumn(msg`Identifier`, (row: BulkActResult) => row.svc_record_id), csvOnly: true },
  stateColumn(msg`Outcome`, (row) => row.outcome),
  codeColumn(msg`Error`, (row) => row.error_code),
  filling(textColumn(msg`Details`, (row) => detailsText(row.error_details))),
  wide(instantColumn(msg`Time`, (row) => row.ended_at)),
];
