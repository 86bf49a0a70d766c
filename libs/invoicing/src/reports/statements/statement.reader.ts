import {
  currencyCodes,
  statementBounds,
  type CustomerStatement,
  type CustomerStatementQuery,
  type FieldErrors,
} from '@tollgate/contracts';
import { NotFound, ValidationFailed, refuseErrors, type Instant, type TenantTransaction } from '@tollgate/platform';
import { centsNumber, localDate } from '@tollgate/rating';
import { findCustomerView, type CustomerName, type CustomerView } from '@tollgate/subscription/reader';
import { readSources } from './statement-sources.repository.js';
import {
  ageingOf,
  statementOf,
  type Statement,
  type StatementPeriod,
  type StatementSources,
} from './statement.rules.js';

/** A statement, and whose it is. */
export interface ReadStatement {
  statement: CustomerStatement;
  customer: CustomerView;
}

/**
 * Reads the account of a customer in one currency.
 * @throws NotFound, ValidationFailed for faulty filters (`spanOf`), and for more entries or documents than the bounds
 */
export async function readCustomerStatement(
  transaction: TenantTransaction,
  name: CustomerName,
  filters: CustomerStatementQuery,
  now: Instant,
): Promise<ReadStatement> {
  const customer = await findCustomerView(transaction, name);
  if (!customer) throw new NotFound('customer');
  const span = spanOf(customer, filters, now);
  const account = { customerId: customer.id, timezone: customer.timezone, currency: span.currency };
  const sources = await readSources(transaction, account, statementBounds.documents);
  refuseErrors(tooMany(Math.max(...countsOf(sources)), statementBounds.documents, 'base', 'too_many_documents'));
  const statement = statementOf(sources, span);
  const listed = Math.max(statement.entries.length, statement.openItems.length);
  refuseErrors(tooMany(listed, statementBounds.entries, 'from_date', 'too_many_entries'));
  return { statement: present(customer, statement, span), customer };
}

/** The days of a statement, and its currency. */
interface Span extends StatementPeriod {
  currency: string;
}

/**
 * By default a statement ends today in the time zone of the customer, begins with the month of its end, and has the
 * customer's currency.
 * @throws ValidationFailed without a known currency, and for days that end before they begin
 */
function spanOf(customer: CustomerView, filters: CustomerStatementQuery, now: Instant): Span {
  const to = filters.to_date ?? localDate(now, customer.timezone);
  const from = filters.from_date ?? `${to.slice(0, 7)}-01`;
  const currency = filters.currency ?? customer.currency;
  if (currency === null) throw new ValidationFailed({ currency: ['value_is_mandatory'] });
  const isKnown = (currencyCodes as readonly string[]).includes(currency);
  refuseErrors({
    ...(isKnown ? {} : { currency: ['value_is_invalid'] }),
    ...(from > to ? { from_date: ['value_is_invalid'] } : {}),
  });
  return { from, to, currency };
}

const countsOf = ({ invoices, payments, notes }: StatementSources) => [invoices.length, payments.length, notes.length];

const tooMany = (count: number, most: number, field: string, fault: string): FieldErrors =>
  count > most ? { [field]: [fault] } : {};

function present(
  customer: CustomerView,
  { openingCents, closingCents, availableCents, entries, openItems }: Statement,
  { from, to, currency }: Span,
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
