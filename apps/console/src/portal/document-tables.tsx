import { useId, useState, type ReactNode } from 'react';
import { Anchor } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Amount, Day } from '../ui/values.js';
import { notesQuery, receiptsQuery, type CreditNote, type PaymentReceipt } from './calls.js';
import { NoteFile, ReceiptFile } from './files.js';
import { Empty, Moment, Pager, Read, Section } from './parts.js';
import { addressOfInvoice, followInPage } from './place.js';

interface Of {
  /** The invoice that the documents belong to; absent: all of the customer. */
  invoice?: string;
}

/** The credit notes of the customer, or of an invoice, newest first. An invoice without any shows nothing of them. */
export function NoteTable({ invoice }: Of) {
  const { t } = useLingui();
  const titleId = useId();
  const [page, setPage] = useState(1);
  const notes = useQuery({ ...notesQuery({ page, invoice }), placeholderData: keepPreviousData });
  if (invoice !== undefined && notes.data?.credit_notes.length === 0) return null;
  return (
    <Section id={titleId} title={<Trans>Credit notes</Trans>}>
      <Read of={notes}>
        {({ credit_notes: rows, meta }) =>
          rows.length === 0 ? (
            <Empty>
              <Trans>You have no credit note.</Trans>
            </Empty>
          ) : (
            <>
              <DocumentTable label={t`Table of credit notes`}>
                {rows.map((note) => (
                  <NoteRow key={note.svc_id} note={note} />
                ))}
              </DocumentTable>
              <Pager page={page} pages={meta.total_pages} onPage={setPage} />
            </>
          )
        }
      </Read>
    </Section>
  );
}

/** The receipts of the customer's payments, or of those of an invoice, newest first. */
export function ReceiptTable({ invoice }: Of) {
  const { t } = useLingui();
  const titleId = useId();
  const [page, setPage] = useState(1);
  const receipts = useQuery({ ...receiptsQuery({ page, invoice }), placeholderData: keepPreviousData });
  if (invoice !== undefined && receipts.data?.payment_receipts.length === 0) return null;
  return (
    <Section id={titleId} title={<Trans>Receipts</Trans>}>
      <Read of={receipts}>
        {({ payment_receipts: rows, meta }) =>
          rows.length === 0 ? (
            <Empty>
              <Trans>You have no receipt.</Trans>
            </Empty>
          ) : (
            <>
              <DocumentTable label={t`Table of receipts`}>
                {rows.map((receipt) => (
                  <ReceiptRow key={receipt.svc_id} receipt={receipt} />
                ))}
              </DocumentTable>
              <Pager page={page} pages={meta.total_pages} onPage={setPage} />
            </>
          )
        }
      </Read>
    </Section>
  );
}

function DocumentTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={label}>
      <table className="records cards">
        <thead>
          <tr>
            <th>
              <Trans>Number</Trans>
            </th>
            <th className="wide-only">
              <Trans>Issued</Trans>
            </th>
            <th>
              <Trans>Invoice</Trans>
            </th>
            <th className="right">
              <Trans>Amount</Trans>
            </th>
            <th>
              <Trans>File</Trans>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function NoteRow({ note }: { note: CreditNote }) {
  const { t } = useLingui();
  return (
    <tr>
      <th scope="row">{note.number}</th>
      <td className="wide-only" data-label={t`Issued`}>
        <Day date={note.issuing_date} />
      </td>
      <td data-label={t`Invoice`}>
        <InvoiceLink id={note.svc_invoice_id} number={note.invoice_number} />
      </td>
      <td className="right" data-label={t`Amount`}>
        <Amount cents={note.total_amount_cents} currency={note.currency} />
      </td>
      <td data-label={t`File`}>
        <NoteFile note={note} />
      </td>
    </tr>
  );
}

function ReceiptRow({ receipt }: { receipt: PaymentReceipt }) {
  const { t } = useLingui();
  return (
    <tr>
      <th scope="row">{receipt.number}</th>
      <td className="wide-only" data-label={t`Issued`}>
        <Moment iso={receipt.created_at} />
      </td>
      <td data-label={t`Invoice`}>
        {receipt.payment.invoice_ids.map((id, place) => (
          <div key={id}>
            <InvoiceLink id={id} number={receipt.payment.invoice_numbers[place] ?? ''} />
          </div>
        ))}
      </td>
      <td className="right" data-label={t`Amount`}>
        <Amount cents={receipt.payment.amount_cents} currency={receipt.payment.amount_currency} />
      </td>
      <td data-label={t`File`}>
        <ReceiptFile receipt={receipt} />
      </td>
    </tr>
  );
}

const InvoiceLink = ({ id, number }: { id: string; number: string }) => (
  <Anchor href={addressOfInvoice(id)} onClick={followInPage}>
    {number}
  </Anchor>
);
