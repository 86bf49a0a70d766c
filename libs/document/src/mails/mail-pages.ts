import type { CreditNote, Invoice, PaymentReceipt } from '@tollgate/contracts';
import type { MailPage } from '@tollgate/platform';
import { buttonOf, frameOf, itemOf, type MailDocument, type MailFrame } from './mail-frame.js';
import type { MailWords } from './words/words.js';

/** The mail of an issued invoice: the amount and its due date at a glance (webhooks, section 7). */
export function invoicePage(invoice: Invoice, document: MailDocument, frame: MailFrame): MailPage {
  const { labels, language, words, page, own } = frameOf(invoice.customer, frame);
  const amount = language.money(invoice.total_amount_cents, invoice.currency);
  const date = language.day(invoice.payment_due_date);
  const isPayable = invoice.total_due_amount_cents > 0 && !invoice.self_billed;
  const wording = invoice.self_billed ? 'selfBilled' : isPayable ? 'payable' : 'settled';
  const sentence = language.say(words.invoice[wording], { number: document.number, amount, date });
  return {
    ...page,
    subject: `${page.sender}: ${document.title} ${document.number}`,
    preheader: sentence,
    paragraphs: [sentence, frame.hasXml ? words.attachedWithXml : words.attached, ...own],
    figure: { label: labels.total, value: amount, remark: isPayable ? language.say(words.payableBy, { date }) : '' },
    facts: [
      { label: document.title, value: document.number },
      { label: labels.issueDate, value: language.day(invoice.issuing_date) },
    ],
    button: buttonOf(words, 'invoice', frame.url),
  };
}

/** The mail of a credit note: what became of its amount (webhooks, section 7). */
export function creditNotePage(note: CreditNote, document: MailDocument, frame: MailFrame): MailPage {
  const { labels, language, words, page, own } = frameOf(note.customer, frame);
  const amount = language.money(note.total_amount_cents, note.currency);
  const values = { number: document.number, amount, invoice: note.invoice_number };
  const sentence = language.say(words.creditNote[useOf(note)], values);
  return {
    ...page,
    subject: `${page.sender}: ${document.title} ${document.number}`,
    preheader: sentence,
    paragraphs: [sentence, frame.hasXml ? words.attachedWithXml : words.attached, ...own],
    figure: { label: labels.total, value: amount, remark: '' },
    facts: [
      { label: document.title, value: document.number },
      { label: labels.invoiceNumber, value: note.invoice_number },
      { label: labels.issueDate, value: language.day(note.issuing_date) },
    ],
    button: buttonOf(words, 'credit_note', frame.url),
  };
}

/** The only use of the amount; several uses, or none, show the issue. */
function useOf(note: CreditNote): keyof MailWords['creditNote'] {
  const uses = (
    [
      ['credited', note.credit_amount_cents],
      ['refunded', note.refund_amount_cents],
      ['offset', note.offset_amount_cents],
    ] as const
  ).filter(([, cents]) => cents > 0);
  return uses.length === 1 && uses[0] ? uses[0][0] : 'issued';
}

/** The mail of a receipt, with its paid invoices (webhooks, section 7). @param urls of the files of invoices, by number */
export function receiptPage(
  { payment }: PaymentReceipt,
  invoices: [Invoice, ...Invoice[]],
  document: MailDocument,
  frame: MailFrame & { urls: Map<string, string> },
): MailPage {
  const [{ customer }] = invoices;
  const { labels, language, words, page, own } = frameOf(customer, frame);
  const amount = language.money(payment.amount_cents, payment.amount_currency);
  const date = language.dayOf(payment.created_at, customer.applicable_timezone);
  const sentence = language.say(words.receipt, { number: document.number, amount, date });
  const dueCents = invoices.reduce((sum, invoice) => sum + invoice.total_due_amount_cents, 0);
  return {
    ...page,
    subject: `${page.sender}: ${document.title} ${document.number}`,
    preheader: sentence,
    paragraphs: [sentence, words.attached, ...own],
    figure: { label: labels.amountPaid, value: amount, remark: language.pair(labels.paidOn, date) },
    facts: [
      { label: document.title, value: document.number },
      { label: labels.remainingDue, value: language.money(dueCents, payment.amount_currency) },
    ],
    items: invoices.map((invoice) => itemOf(invoice, invoice.total_amount_cents, language, frame.urls)),
    button: buttonOf(words, 'payment_receipt', frame.url),
  };
}
