import { sql } from 'kysely';
import { visibleInvoiceStatuses } from '@tollgate/contracts';
import { findMatches, type Matches, type SearchedColumns, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/invoicing.tables.js';
import { hasAmount } from './searched-amounts.js';

/** An invoice, credit note or payment that a search found. */
export interface FoundDocument {
  id: string;
  customer_id: string;
  code: string;
  status: string;
}
type Search = { term: string; most: number };

/** Documents with the amount that the term states. */
function byAmount({ term }: Search, cents: string): Pick<SearchedColumns, 'otherwise'> {
  const otherwise = hasAmount(term, cents, 'currency');
  return otherwise ? { otherwise } : {};
}

/** Searches invoices that the interface shows. The transaction reads nothing afterwards (`findMatches`). */
export async function searchInvoices(transaction: TenantTransaction, search: Search): Promise<Matches<FoundDocument>> {
  const invoices = tables(transaction)
    .selectFrom('invoicing.invoices')
    .select(['id', 'customer_id', 'number as code', sql<string>`status`.as('status')])
    .where('organization_id', '=', transaction.organizationId)
    .where('status', 'in', visibleInvoiceStatuses);
  const columns = {
    id: 'id',
    createdAt: 'created_at',
    exact: ['number'],
    contained: ['number', 'purchase_order_number'],
    indexed: 'invoicing.invoices' as const,
    ...byAmount(search, 'total_amount_cents'),
  };
  return findMatches(transaction, invoices, columns, search);
}

/** Searches final credit notes, likewise. */
export async function searchCreditNotes(
  transaction: TenantTransaction,
  search: Search,
): Promise<Matches<FoundDocument>> {
  const notes = tables(transaction)
    .selectFrom('invoicing.credit_notes')
    .select(['id', 'customer_id', 'number as code', sql<string>`coalesce(credit_status, status)`.as('status')])
    .where('organization_id', '=', transaction.organizationId)
    .where('status', '=', 'finalized');
  const columns = {
    id: 'id',
    createdAt: 'created_at',
    exact: ['number'],
    contained: ['number'],
    indexed: 'invoicing.credit_notes' as const,
    ...byAmount(search, 'total_amount_cents'),
  };
  return findMatches(transaction, notes, columns, search);
}

/** Searches payments of invoices, likewise. */
export async function searchPayments(transaction: TenantTransaction, search: Search): Promise<Matches<FoundDocument>> {
  const payments = tables(transaction)
    .selectFrom('invoicing.payments')
    .select(['id', 'customer_id', sql<string>`coalesce(reference, id::text)`.as('code'), 'payment_status as status'])
    .where('organization_id', '=', transaction.organizationId);
  const columns = {
    id: 'id',
    createdAt: 'created_at',
    exact: ['reference'],
    contained: ['reference'],
    indexed: 'invoicing.payments' as const,
    ...byAmount(search, 'amount_cents'),
  };
  return findMatches(transaction, payments, columns, search);
}
