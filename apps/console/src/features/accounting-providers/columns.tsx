import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { AccountingProvider, AccountingSync } from '../../api/records.js';
import {
  codeColumn,
  filling,
  instantColumn,
  linkColumn,
  stateColumn,
  textColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { RecordLink, type RecordKind } from '../../ui/record-link.js';
import { byCode } from '../../ui/record-keys.js';
import { systemTitle } from './acts.js';
import { itemTypes } from './mappings.js';

type Mapping = AccountingProvider['mappings'][number];
type DocumentType = AccountingSync['document_type'];

export const accountingColumns: readonly Column<AccountingProvider>[] = [
  linkColumn(msg`Name`, 'accountingProvider', byCode, (row) => row.name),
  textColumn(msg`System`, () => systemTitle),
  codeColumn(msg`Code`, byCode),
  wide(instantColumn(msg`Connected`, (row) => row.created_at)),
];

function Text({ of }: { of: MessageDescriptor }) {
  const { t } = useLingui();
  return t(of);
}

export const mappingColumns: readonly Column<Mapping>[] = [
  { label: msg`What is booked`, cell: (row) => <Text of={itemTypes[row.item_type]} />, csv: (row) => row.item_type },
  codeColumn(msg`Code`, (row) => row.item_code),
  codeColumn(msg`Item or kind of tax`, (row) => row.external_code),
  codeColumn(msg`Account`, (row) => row.account_code),
];

/** The documents in the books: their name, and the page of the record that they come from. */
const documents: Readonly<Record<DocumentType, [MessageDescriptor, RecordKind | null]>> = {
  contact: [msg`Contact`, null],
  contact_archive: [msg`Archived contact`, null],
  invoice: [msg`Invoice`, 'invoice'],
  invoice_void: [msg`Void of an invoice`, 'invoice'],
  payment: [msg`Payment`, 'payment'],
  credit_note: [msg`Credit note`, 'creditNote'],
  credit_note_offset: [msg`Offset of a credit note`, 'creditNote'],
  credit_note_credit: [msg`Credit of a credit note`, 'creditNote'],
  credit_note_refund: [msg`Refund of a credit note`, 'creditNote'],
};

/** The texts of the kinds of documents, for filters. */
export const documentTexts = Object.fromEntries(Object.entries(documents).map(([type, [text]]) => [type, text]));

function Document({ sync }: { sync: AccountingSync }) {
  const [text, kind] = documents[sync.document_type];
  return kind ? (
    <RecordLink kind={kind} id={sync.svc_document_id}>
      <Text of={text} />
    </RecordLink>
  ) : (
    <Text of={text} />
  );
}

const states = { pending: 'pending', done: 'succeeded', refused: 'failed' } as const;

export const syncColumns: readonly Column<AccountingSync>[] = [
  { label: msg`Document`, cell: (row) => <Document sync={row} />, csv: (row) => row.svc_document_id },
  stateColumn(msg`State`, (row) => states[row.status]),
  wide(unitsColumn(msg`Attempts`, (row) => row.attempts)),
  filling(textColumn(msg`Error`, (row) => row.provider_error?.message)),
  wide(codeColumn(msg`Code of the error`, (row) => row.provider_error?.error_code)),
  wide(codeColumn(msg`Id there`, (row) => row.external_id)),
  instantColumn(msg`Changed`, (row) => row.updated_at),
];
