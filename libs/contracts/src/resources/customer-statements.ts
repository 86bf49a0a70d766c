import { z } from 'zod';
import { cents, date, id } from '../http/fields.js';
import { query, queryDay, queryText, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';
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
export const StatementEntry = z.object({
  type: z.enum(statementEntryTypes),
  date: date(),
  /** Of the invoice or the credit note. */
  number: z.string(),
  svc_document_id: id(),
  reference: z.string().nullable(),
  /** Above 0: the customer owes more. */
  amount_cents: cents(),
  balance_cents: cents(),
});

/** An invoice of which something is due at the end of a statement. */
export const StatementItem = z.object({
  svc_invoice_id: id(),
  number: z.string(),
  issuing_date: date(),
  payment_due_date: date(),
  total_amount_cents: cents(),
  due_amount_cents: cents(),
  days_overdue: z.int(),
});

/** Amounts due by how many days they are overdue at the end of a statement. */
export const StatementAgeing = z.object({
  not_overdue_amount_cents: cents(),
  up_to_30_days_amount_cents: cents(),
  up_to_60_days_amount_cents: cents(),
  up_to_90_days_amount_cents: cents(),
  over_90_days_amount_cents: cents(),
});

/** The account of a customer in one currency over some days. */
export const CustomerStatement = z.object({
  svc_customer_id: id(),
  external_customer_id: z.string(),
  currency: z.string(),
  from_date: date(),
  to_date: date(),
  opening_balance_cents: cents(),
  closing_balance_cents: cents(),
  /** Credit of credit notes that no invoice has used. */
  available_credit_cents: cents(),
  entries: z.array(StatementEntry),
  open_items: z.array(StatementItem),
  ageing: StatementAgeing,
});
export type CustomerStatement = z.infer<typeof CustomerStatement>;

/** A statement with the addresses of its file and of its page. */
export const FiledStatement = CustomerStatement.extend({ file_url: z.string(), web_url: z.string() });
export type FiledStatement = z.infer<typeof FiledStatement>;

/** A statement that was issued by schedule, as its webhook shows it: without its lists. */
export const IssuedStatement = CustomerStatement.omit({ entries: true, open_items: true });
export type IssuedStatement = z.infer<typeof IssuedStatement>;

/** Entries and open invoices of a statement, and documents of a customer's account, at most. */
export const statementBounds = { entries: 5_000, documents: 50_000 } as const;

export const CustomerStatementQuery = query({ from_date: queryDay(), to_date: queryDay(), currency: queryText() });
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
    answer: { email: Email },
    heavy: true,
  }),
};
