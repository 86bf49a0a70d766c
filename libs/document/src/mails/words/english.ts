import type { MailWords } from './words.js';

export const en: MailWords = {
  greeting: 'Hello {customer},',
  invoice: {
    payable: 'Here is your invoice {number} for {amount}. Please pay it by {date}.',
    settled: 'Here is your invoice {number} for {amount}. There is nothing left to pay.',
    selfBilled: 'Here is the self-billing invoice {number} for {amount}, which we issued on your behalf.',
  },
  creditNote: {
    credited: 'We have credited {amount} to your account. Credit note {number} corrects your invoice {invoice}.',
    refunded: 'We are refunding {amount} to you. Credit note {number} corrects your invoice {invoice}.',
    offset: 'We have deducted {amount} from your invoice {invoice}, as credit note {number} shows.',
    issued: 'Here is your credit note {number} for {amount}. It corrects your invoice {invoice}.',
  },
  receipt: 'Thank you for your payment. We received {amount} on {date}. Here is your receipt {number}.',
  statement: {
    balance: 'Here is your statement of account from {from} to {to}. The balance on {to} is {amount}.',
    overdue: 'Invoices for {amount} are overdue.',
  },
  usageAlert: {
    subject: 'Your usage of {about}',
    reached: 'Your usage of {about} in this period has reached {value}.',
    value: 'Usage so far',
    limit: 'Your alert',
    manage: 'You can change or delete this alert in your customer portal.',
    open: 'Open the customer portal',
  },
  request: {
    first: '{amount} is overdue on your account. Please pay the invoices below as soon as you can.',
    next: 'This is another reminder: {amount} is still overdue. Please pay the invoices below now.',
    last: 'This is our last reminder: {amount} is still overdue. Please pay now, or write to us if you cannot.',
  },
  term: {
    none: 'These invoices are payable at once.',
    one: 'The agreed payment term is one day.',
    many: 'The agreed payment term is {count} days.',
  },
  alreadyPaid: 'If you have paid in the meantime, please ignore this message.',
  attached: 'You will find the document attached as a PDF.',
  attachedWithXml: 'You will find the document attached as a PDF, and as an e-invoice (XML) for your software.',
  invoicesAttached: 'You will find the invoices attached as PDF files.',
  late: {
    none: 'Due on {date}',
    one: 'Due on {date}, one day overdue',
    many: 'Due on {date}, {count} days overdue',
  },
  pay: 'Pay now',
  payEach: 'You can pay each invoice online on its page.',
  payableBy: 'Payable by {date}',
  view: {
    invoice: 'View invoice',
    credit_note: 'View credit note',
    payment_receipt: 'View receipt',
    statement: 'View statement',
  },
  questions: 'Do you have a question? Reply to this e-mail or write to {email}.',
  regards: 'Kind regards',
};
