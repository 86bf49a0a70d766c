import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { SingleInvoice } from '../../api/records.js';
import type { Act } from '../../acts/act.js';
import { recipientFields, recipientsOf } from '../../acts/recipients.js';
import { Amount } from '../../ui/values.js';
import { composeCreditNote } from './compose-credit-note.js';

type InvoiceAct = Act<SingleInvoice>;

const pathOf = ({ svc_id }: SingleInvoice) => ({ path: { svc_id } });
const totalOf = (invoice: SingleInvoice) => <Amount cents={invoice.total_amount_cents} currency={invoice.currency} />;
const dueOf = (invoice: SingleInvoice) => <Amount cents={invoice.total_due_amount_cents} currency={invoice.currency} />;
const nameOf = ({ customer }: SingleInvoice) => <bdi>{customer.name ?? customer.external_id}</bdi>;

const isDraft = ({ status }: SingleInvoice) => (status === 'draft' ? null : msg`Only a draft can change.`);
const isFinal = ({ status }: SingleInvoice) =>
  status === 'finalized' ? null : msg`Only a finalized invoice allows this.`;
const isUnpaid = (invoice: SingleInvoice) =>
  isFinal(invoice) ?? (invoice.payment_status === 'succeeded' ? msg`The invoice is paid.` : null);

const finalize: InvoiceAct = {
  call: 'PUT /invoices/{svc_id}/finalize',
  permission: 'invoices:update',
  label: msg`Finalize the invoice`,
  refusalOf: isDraft,
  Summary: ({ record }) => (
    <Trans>
      {nameOf(record)} is billed {totalOf(record)} after a last refresh of the draft. The invoice gets its number and
      can no longer change.
    </Trans>
  ),
  send: async ({ headers }, record) => {
    await answerOf(api.PUT('/invoices/{svc_id}/finalize', { headers, params: pathOf(record) }));
  },
  done: msg`The invoice is finalized.`,
};

const refresh: InvoiceAct = {
  call: 'PUT /invoices/{svc_id}/refresh',
  permission: 'invoices:update',
  label: msg`Refresh the draft`,
  refusalOf: isDraft,
  Summary: ({ record }) => (
    <Trans>The draft of {totalOf(record)} is computed again from the present usage, prices and taxes.</Trans>
  ),
  send: async ({ headers }, record) => {
    await answerOf(api.PUT('/invoices/{svc_id}/refresh', { headers, params: pathOf(record) }));
  },
  done: msg`The draft is refreshed.`,
};

const recordPayment: InvoiceAct = {
  call: 'POST /payments',
  permission: 'payments:create',
  label: msg`Record a payment`,
  refusalOf: (record) =>
    isFinal(record) ?? (record.total_due_amount_cents === 0 ? msg`Nothing is due on the invoice.` : null),
  Summary: ({ record, values }) => (
    <Trans>
      <Amount cents={Number(values['amount_cents'] ?? 0)} currency={record.currency} /> of the {dueOf(record)} due count
      as paid outside of a provider.
    </Trans>
  ),
  fieldsOf: ({ total_due_amount_cents: due, currency }) => [
    { kind: 'money', name: 'amount_cents', label: msg`Amount`, currency, initial: String(due) },
    { kind: 'text', name: 'reference', label: msg`Reference`, hint: msg`Such as the number of the transfer` },
    { kind: 'day', name: 'paid_at', label: msg`Paid on`, isOptional: true, hint: msg`Today without a day` },
  ],
  send: async ({ headers }, { svc_id: invoice_id }, { amount_cents: cents, reference = '', paid_at: day }) => {
    const payment = { invoice_id, amount_cents: Number(cents), reference, ...(day ? { paid_at: day } : {}) };
    await answerOf(api.POST('/payments', { headers, body: { payment } }));
  },
  done: msg`The payment is recorded.`,
};

const retryPayment: InvoiceAct = {
  call: 'POST /invoices/{svc_id}/retry_payment',
  permission: 'invoices:update',
  label: msg`Charge the customer again`,
  refusalOf: isUnpaid,
  Summary: ({ record }) => (
    <Trans>
      The payment provider of {nameOf(record)} is requested to collect {dueOf(record)} now, by the default payment
      method.
    </Trans>
  ),
  send: async ({ headers }, record) => {
    await answerOf(api.POST('/invoices/{svc_id}/retry_payment', { headers, params: pathOf(record), body: {} }));
  },
  done: msg`The payment is requested.`,
};

const paymentLink: InvoiceAct = {
  call: 'POST /invoices/{svc_id}/payment_url',
  permission: 'invoices:update',
  label: msg`Get a payment link`,
  refusalOf: isUnpaid,
  Summary: ({ record }) => (
    <Trans>
      The payment provider opens a page where {nameOf(record)} pays {dueOf(record)}. Send the link to the customer.
    </Trans>
  ),
  send: async ({ headers }, record) => {
    const call = api.POST('/invoices/{svc_id}/payment_url', { headers, params: pathOf(record) });
    const { invoice_payment_details: details } = await answerOf(call);
    return { shows: { label: msg`Payment link`, value: details.payment_url, isSecret: false } };
  },
  done: msg`The payment link is ready.`,
};

const sendByMail: InvoiceAct = {
  call: 'POST /invoices/{svc_id}/resend_email',
  permission: 'invoices:send',
  label: msg`Send by e-mail`,
  refusalOf: isFinal,
  Summary: ({ record }) => (
    <Trans>
      {nameOf(record)} gets the invoice of {totalOf(record)} by e-mail.
    </Trans>
  ),
  fieldsOf: ({ customer }) => recipientFields(customer.email),
  send: async ({ headers }, record, values) => {
    const body = recipientsOf(values);
    await answerOf(api.POST('/invoices/{svc_id}/resend_email', { headers, params: pathOf(record), body }));
  },
  done: msg`The e-mail is queued.`,
};

const retryTaxes: InvoiceAct = {
  call: 'POST /invoices/{svc_id}/retry',
  permission: 'invoices:update',
  label: msg`Retry the invoice`,
  refusalOf: ({ status }) => (status === 'failed' ? null : msg`Only a failed invoice can be retried.`),
  Summary: () => <Trans>The invoice is computed and taxed again. The errors below say why it failed.</Trans>,
  send: async ({ headers }, record) => {
    await answerOf(api.POST('/invoices/{svc_id}/retry', { headers, params: pathOf(record) }));
  },
  done: msg`The invoice is being computed again.`,
};

const voidInvoice: InvoiceAct = {
  call: 'POST /invoices/{svc_id}/void',
  permission: 'invoices:void',
  label: msg`Void the invoice`,
  isDanger: true,
  refusalOf: isFinal,
  Summary: ({ record }) => (
    <Trans>
      The invoice of {totalOf(record)} for {nameOf(record)} no longer counts. Its number stays taken. Coupons and
      prepaid credits come back, unless a credit note is created.
    </Trans>
  ),
  fieldsOf: (record) => {
    const { currency, total_paid_amount_cents: paid } = record;
    const isNoted = ({ generate_credit_note: note }: Record<string, string>) => note === 'true';
    return [
      { kind: 'check', name: 'generate_credit_note', label: msg`Create a credit note` },
      {
        kind: 'money',
        name: 'credit_amount',
        label: msg`Credit for later invoices`,
        currency,
        isOptional: true,
        isShown: isNoted,
      },
      {
        kind: 'money',
        name: 'refund_amount',
        label: msg`Refund`,
        currency,
        initial: String(paid),
        isOptional: true,
        isShown: isNoted,
      },
    ];
  },
  send: async ({ headers }, record, { generate_credit_note: note, credit_amount: credit, refund_amount: refund }) => {
    const body =
      note === 'true'
        ? { generate_credit_note: true, credit_amount: Number(credit ?? 0), refund_amount: Number(refund ?? 0) }
        : {};
    await answerOf(api.POST('/invoices/{svc_id}/void', { headers, params: pathOf(record), body }));
  },
  done: msg`The invoice is voided.`,
};

const loseDispute: InvoiceAct = {
  call: 'POST /invoices/{svc_id}/lose_dispute',
  permission: 'invoices:update',
  label: msg`Mark the dispute as lost`,
  isDanger: true,
  refusalOf: ({ status, payment_dispute_lost_at: lostAt }) =>
    lostAt !== null
      ? msg`The dispute is lost already.`
      : status === 'finalized' || status === 'voided'
        ? null
        : msg`Only a finalized invoice allows this.`,
  Summary: ({ record }) => (
    <Trans>The {totalOf(record)} of the invoice count as disputed and lost. It is never overdue again.</Trans>
  ),
  send: async ({ headers }, record) => {
    await answerOf(api.POST('/invoices/{svc_id}/lose_dispute', { headers, params: pathOf(record) }));
  },
  done: msg`The dispute is marked as lost.`,
};

const setPurchaseOrder: InvoiceAct = {
  call: 'PUT /invoices/{svc_id}',
  permission: 'invoices:update',
  label: msg`Change the purchase order`,
  refusalOf: ({ status }) => (status === 'voided' ? msg`A voided invoice cannot change.` : null),
  fieldsOf: ({ purchase_order_number: number }) => [
    {
      kind: 'text',
      name: 'purchase_order_number',
      label: msg`Purchase order`,
      isOptional: true,
      initial: number ?? '',
    },
  ],
  send: async ({ headers }, record, { purchase_order_number: number = '' }) => {
    const invoice = { purchase_order_number: number === '' ? null : number };
    await answerOf(api.PUT('/invoices/{svc_id}', { headers, params: pathOf(record), body: { invoice } }));
  },
  done: msg`The purchase order is changed.`,
};

const deleteDraft: InvoiceAct = {
  call: 'DELETE /invoices/{svc_id}',
  permission: 'invoices:delete',
  label: msg`Delete the draft`,
  isDanger: true,
  refusalOf: isDraft,
  Summary: ({ record }) => (
    <Trans>
      The draft of {totalOf(record)} for {nameOf(record)} is deleted, and its usage is never billed.
    </Trans>
  ),
  send: async ({ headers }, record) => {
    await answerOf(api.DELETE('/invoices/{svc_id}', { headers, params: pathOf(record) }));
  },
  done: msg`The draft is deleted.`,
};

/** The acts of an invoice, in the order of the page. */
export const invoiceActs: readonly InvoiceAct[] = [
  finalize,
  refresh,
  retryTaxes,
  recordPayment,
  composeCreditNote,
  sendByMail,
  retryPayment,
  paymentLink,
  setPurchaseOrder,
  voidInvoice,
  loseDispute,
  deleteDraft,
];
