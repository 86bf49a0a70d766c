import { z } from 'zod';
import { cents, date, id } from '../http/fields.js';
import { query, queryDay, queryText, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';
import { described, shape, texts } from '../http/texts.js';
import { Email } from './emails.js';
import { Resend } from './resends.js';

/** In the order of the entries of a day. */
export const statementEntryTypes = [
  'invoice',
  'credit_note',
  'refund',
  'payment',
  'invoice_void',
  'write_off',
  'settlement',
  'credit_adjustment',
] as const;
export type StatementEntryType = (typeof statementEntryTypes)[number];

/** A change of the balance of a customer (docs/concepts/statements.md). */
export const StatementEntry = shape('A change of the balance of a customer', {
  type: described(z.enum(statementEntryTypes), 'Kind of the entry', 'invoice'),
  date: described(date(), 'Its day, in the time zone of the customer', '2026-10-05'),
  /** Of the invoice or the credit note. */
  number: described(z.string(), 'Number of the invoice or the credit note', 'ACM-1234-001-012'),
  svc_document_id: described(id(), 'Identifier of the invoice or the credit note'),
  reference: described(z.string().nullable(), 'Reference of a payment; null without one', 'TRANSFER-77'),
  /** Above 0: the customer owes more. */
  amount_cents: described(cents(), 'Change of the balance: above 0, the customer owes more', 15_000),
  balance_cents: described(cents(), 'Balance after it', 115_000),
});

/** An invoice of which something is due at the end of a statement. */
export const StatementItem = shape('An invoice with an amount due at the end of a statement', {
  svc_invoice_id: described(id(), ...texts.invoiceId),
  number: described(z.string(), ...texts.documentNumber),
  issuing_date: described(date(), ...texts.issuingDate),
  payment_due_date: described(date(), 'Due date'),
  total_amount_cents: described(cents(), ...texts.totalAmountCents),
  due_amount_cents: described(cents(), 'Amount due at the end of the statement', 15_000),
  days_overdue: described(z.int(), 'Days after its due date; 0 until then', 12),
});

/** Amounts due by how many days they are overdue at the end of a statement. */
export const StatementAgeing = shape('Amounts due by how long they are overdue', {
  not_overdue_amount_cents: described(cents(), 'Amount due today or later', 15_000),
  up_to_30_days_amount_cents: described(cents(), 'Overdue for 1 to 30 days', 0),
  up_to_60_days_amount_cents: described(cents(), 'Overdue for 31 to 60 days', 0),
  up_to_90_days_amount_cents: described(cents(), 'Overdue for 61 to 90 days', 0),
  over_90_days_amount_cents: described(cents(), 'Overdue for more than 90 days', 0),
});

/** The account of a customer in one currency over some days. */
export const CustomerStatement = shape('A statement of account of a customer in one currency', {
  svc_customer_id: described(id(), ...texts.customerId),
  external_customer_id: described(z.string(), ...texts.externalCustomerId),
  currency: described(z.string(), ...texts.currency),
  from_date: described(date(), 'First day', '2026-10-01'),
  to_date: described(date(), 'Last day', '2026-10-31'),
  opening_balance_cents: described(
    cents(),
    'Amount that the customer owed before the first day; negative: credit',
    100_000,
  ),
  closing_balance_cents: described(
    cents(),
    'Amount that the customer owes at the end of the last day; negative: credit',
    115_000,
  ),
  /** Credit of credit notes that no invoice has used. */
  available_credit_cents: described(cents(), 'Credit of credit notes that no invoice has used', 0),
  entries: z.array(StatementEntry),
  open_items: z.array(StatementItem),
  ageing: StatementAgeing,
});
export type CustomerStatement = z.infer<typeof CustomerStatement>;

/** A statement with the addresses of its file and of its page. */
export const FiledStatement = described(
  CustomerStatement.extend({
    file_url: described(
      z.string(),
      'Signed address of its PDF file, valid for a week',
      'https://billing.example.com/files/acme/statement.pdf?expires=1793000000&signature=6e1f',
    ),
    web_url: described(
      z.string(),
      'Address of its page, readable without a key',
      'https://billing.example.com/documents/acme/statement?signature=6e1f',
    ),
  }),
  'A statement of account, with the addresses of its file and its page',
);
export type FiledStatement = z.infer<typeof FiledStatement>;

/** A statement that was issued by schedule, as its webhook shows it: without its lists. */
export const IssuedStatement = CustomerStatement.omit({ entries: true, open_items: true });
export type IssuedStatement = z.infer<typeof IssuedStatement>;

/** Entries and open invoices of a statement, and documents of a customer's account, at most. */
export const statementBounds = { entries: 5_000, documents: 50_000 } as const;

export const CustomerStatementQuery = query({
  from_date: described(queryDay(), ...texts.firstDayOrInstant),
  to_date: described(queryDay(), ...texts.lastDayOrInstant),
  currency: described(queryText(), ...texts.currency),
});
export type CustomerStatementQuery = QueryInput<typeof CustomerStatementQuery>;

const shared = { permission: 'invoice', alsoReads: ['customer', 'credit_note', 'payment'] } as const;

export const customerStatementRoutes = {
  read: route({
    ...shared,
    service: 'invoicing',
    method: 'GET',
    path: '/customers/:external_customer_id/statement',
    summary: 'Read a statement of account: entries, balances and open invoices of a customer',
    query: CustomerStatementQuery,
    answer: { customer_statement: CustomerStatement },
    heavy: true,
  }),
  download: route({
    ...shared,
    service: 'document',
    method: 'POST',
    path: '/customers/:external_customer_id/statement/download',
    summary: 'Create the file and the page of a statement of account',
    query: CustomerStatementQuery,
    answer: { customer_statement: FiledStatement },
    heavy: true,
  }),
  sendEmail: route({
    ...shared,
    service: 'document',
    method: 'POST',
    path: '/customers/:external_customer_id/statement/send_email',
    summary: 'Send the account of a customer by e-mail, by default to the customer',
    query: CustomerStatementQuery,
    body: Resend,
    bodyOptional: true,
    answer: { email: Email },
    heavy: true,
  }),
};
