import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import type { CreditNote as Record } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import {
  amountColumn,
  instantColumn,
  linkColumn,
  moneyColumn,
  stateColumn,
  textColumn,
  type Column,
} from '../../ui/columns.js';
import { nameOf } from '../../ui/customer-name.js';
import { DescriptionList, DetailPage, Rows, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { RecordLink } from '../../ui/record-link.js';
import { Amount, Day, EnumText, Nothing, State } from '../../ui/values.js';
import { Documents } from '../../ui/documents.js';
import { appliedTaxColumns } from '../taxes/columns.js';
import { creditNoteActs } from './acts.js';

type Schemas = components['schemas'];
type Item = Record['items'][number];
type Tax = Record['applied_taxes'][number];

const itemColumns: readonly Column<Item>[] = [
  textColumn(msg`Fee`, (row) => row.fee && (row.fee.item.invoice_display_name || row.fee.item.name)),
  amountColumn(),
];
const taxColumns = appliedTaxColumns<Tax>((row) => row.base_amount_cents);

type Use = Schemas['CreditNoteUse'] & { currency: string };
const usesColumns: readonly Column<Use>[] = [
  linkColumn(
    msg`Number`,
    'invoice',
    (row) => row.svc_invoice_id,
    (row) => row.invoice_number,
  ),
  stateColumn(msg`State`, (row) => row.invoice_status),
  instantColumn(msg`Used`, (row) => row.created_at),
  moneyColumn(
    msg`Amount`,
    (row) => row.amount_cents,
    (row) => row.currency,
  ),
];

const stateOrNothing = (value: string | null) => (value === null ? <Nothing /> : <State value={value} />);

/** A credit note: what it gives back, and how. */
export function CreditNote() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/credit_notes/{svc_id}', values: { svc_id: id }, query: { 'expand[]': ['uses'] } }}
      parent={{ label: msg`Credit notes`, to: '/$organization/credit-notes' }}
      headOf={({ credit_note: note }) => ({
        name: note.number,
        id: note.svc_id,
        state: note.credit_status,
        zone: note.customer.applicable_timezone,
      })}
      actions={({ credit_note: note }) => (
        <>
          <Acts acts={creditNoteActs} record={note} />
          <Documents document={note} />
        </>
      )}
    >
      {({ credit_note: note }) => (
        <>
          <DescriptionList
            items={[
              [
                msg`Total`,
                <span className="big">
                  <Amount cents={note.total_amount_cents} currency={note.currency} />
                </span>,
              ],
              [msg`Balance`, <Amount cents={note.balance_amount_cents} currency={note.currency} />],
              [
                msg`Customer`,
                <RecordLink kind="customer" id={note.customer.external_id}>
                  {nameOf(note.customer)}
                </RecordLink>,
              ],
              [
                msg`Invoice`,
                <RecordLink kind="invoice" id={note.svc_invoice_id}>
                  {note.invoice_number}
                </RecordLink>,
              ],
              [msg`Reason`, <EnumText value={note.reason} />],
              [msg`Description`, note.description ?? <Nothing />],
              [msg`Issued`, <Day date={note.issuing_date} />],
              [msg`Credit`, <Amount cents={note.credit_amount_cents} currency={note.currency} />],
              [msg`Refund`, <Amount cents={note.refund_amount_cents} currency={note.currency} />],
              [msg`State of the refund`, stateOrNothing(note.refund_status)],
              [msg`Offset`, <Amount cents={note.offset_amount_cents} currency={note.currency} />],
              [msg`Coupons`, <Amount cents={note.coupons_adjustment_amount_cents} currency={note.currency} />],
              [
                msg`Without taxes`,
                <Amount cents={note.sub_total_excluding_taxes_amount_cents} currency={note.currency} />,
              ],
              [msg`Taxes`, <Amount cents={note.taxes_amount_cents} currency={note.currency} />],
              [msg`Created`, <Instant iso={note.created_at} focusable />],
            ]}
          />
          <Rows title={msg`Items`} columns={itemColumns} rows={note.items} keyOf={({ svc_id }) => svc_id} />
          <Rows
            title={msg`Used on`}
            columns={usesColumns}
            rows={(note.uses ?? []).map((use) => ({ ...use, currency: note.currency }))}
            keyOf={({ svc_invoice_id, created_at }) => `${svc_invoice_id} ${created_at}`}
          />
          <Rows title={msg`Taxes`} columns={taxColumns} rows={note.applied_taxes} keyOf={({ svc_id }) => svc_id} />
        </>
      )}
    </DetailPage>
  );
}
