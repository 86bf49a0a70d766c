import {
  statementBounds,
  type CustomerStatement,
  type CustomerStatementQuery,
  type FieldErrors,
} from '@tollgate/contracts';
import { NotFound, ValidationFailed, type Instant, type TenantTransaction } from '@tollgate/platform';
import { centsNumber, localDate } from '@tollgate/rating';
import { findCustomerView, type CustomerView } from '@tollgate/subscription/reader';
import { readSources } from './statement-sources.repository.js';
import { ageingOf, statementOf, type Statement, type StatementSources } from './statement.rules.js';

/** A statement, and whose it is. */
export interface ReadStatement {
  statement: CustomerStatement;
  customer: CustomerView;
}

/**
 * Reads the account of a customer in one currency: the customer's own by default. It ends today by default, in the time
 * zone of the customer, and begins with the month of its end.
 * @throws NotFound, ValidationFailed for a period that ends before it begins, without a currency, and for too long ones
 */
export async function readCustomerStatement(
  transaction: TenantTransaction,
  externalId: string,
  filters: CustomerStatementQuery,
  now: Instant,
): Promise<ReadStatement> {
  const customer = await findCustomerView(transaction, externalId);
  if (!customer) throw new NotFound('customer');
  const to = filters.to_date ?? localDate(now, customer.timezone);
  const from = filters.from_date ?? `${to.slice(0, 7)}-01`;
  const currency = filters.currency ?? customer.currency;
  if (currency === null) throw new ValidationFailed({ currency: ['value_is_mandatory'] });
  if (from > to) throw new ValidationFailed({ from_date: ['value_is_invalid'] });
  const { id: customerId, timezone } = customer;
  const sources = await readSources(transaction, { customerId, currency, timezone }, statementBounds.documents);
  refuse(tooMany(Math.max(...countsOf(sources)), statementBounds.documents, 'base', 'too_many_documents'));
  const statement = statementOf(sources, { from, to });
  const { entries, openItems } = statement;
  const listed = Math.max(entries.length, openItems.length);
  refuse(tooMany(listed, statementBounds.entries, 'from_date', 'too_many_entries'));
  return { statement: present(customer, statement, { from, to, currency }), customer };
}

const countsOf = ({ invoices, payments, notes }: StatementSources) => [invoices.length, payments.length, notes.length];

const tooMany = (count: number, most: number, field: string, fault: string): FieldErrors =>
  count > most ? { [field]: [fault] } : {};

/** @throws ValidationFailed */
function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors);
}

function present(
  customer: CustomerView,
  { openingCents, closingCents, availableCents, entries, openItems }: Statement,
  { from, to, currency }: { from: string; to: string; currency: string },
): CustomerStatement {
  const ageing = ageingOf(openItems);
  return {
    svc_customer_id: customer.id,
    external_customer_id: customer.externalId,
    currency,
    from_date: from,
    to_date: to,
    opening_balance_cents: centsNumber(openingCents),
    closing_balance_cents: centsNumber(closingCents),
    available_credit_cents: centsNumber(availableCents),
    entries: entries.map((entry) => ({
      type: entry.type,
      date: entry.day,
      number: entry.number,
      svc_document_id: entry.documentId,
      reference: entry.reference,
      amount_cents: centsNumber(entry.cents),
      balance_cents: centsNumber(entry.balanceCents),
    })),
    open_items: openItems.map(({ invoice, dueCents, daysOverdue }) => ({
      svc_invoice_id: invoice.id,
      number: invoice.number,
      issuing_date: invoice.issuedOn,
      payment_due_date: invoice.dueOn,
      total_amount_cents: centsNumber(invoice.totalCents),
      due_amount_cents: centsNumber(dueCents),
      days_overdue: daysOverdue,
    })),
    ageing: {
      not_overdue_amount_cents: centsNumber(ageing.currentCents),
      up_to_30_days_amount_cents: centsNumber(ageing.upTo30Cents),
      up_to_60_days_amount_cents: centsNumber(ageing.upTo60Cents),
      up_to_90_days_amount_cents: centsNumber(ageing.upTo90Cents),
      over_90_days_amount_cents: centsNumber(ageing.over90Cents),
    },
  };
}
