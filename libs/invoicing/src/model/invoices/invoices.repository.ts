import { sql, type RawBuilder, type Selectable } from 'kysely';
import {
  invoicePaymentStatuses,
  invoiceStates,
  visibleInvoiceStatuses,
  type InvoiceFilters,
  type InvoiceState,
  type SortsOf,
} from '@tollgate/contracts';
import {
  containing,
  dayKey,
  instantKey,
  integerKey,
  isId,
  listForm,
  narrowed,
  readList,
  type TenantTransaction,
} from '@tollgate/platform';
import { tables } from '../invoicing.tables.js';
import { amountDue, totalWithoutTaxes } from './invoice-amounts.js';
import type { BillingPeriodsTable, InvoicesTable, InvoiceTaxesTable } from './invoices.tables.js';

export type InvoiceRow = Selectable<InvoicesTable>;
export type BillingPeriodRow = Selectable<BillingPeriodsTable>;
export type InvoiceTaxRow = Selectable<InvoiceTaxesTable>;

const visible = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('invoicing.invoices')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('status', 'in', visibleInvoiceStatuses);

/** An invoice that the interface shows. */
export async function findInvoice(transaction: TenantTransaction, id: string): Promise<InvoiceRow | undefined> {
  return visible(transaction).where('id', '=', id).executeTakeFirst();
}

/** Invoices of any status, in the order of their ids. */
export async function invoicesByIds(transaction: TenantTransaction, ids: string[]): Promise<InvoiceRow[]> {
  if (ids.length === 0) return [];
  const rows = await tables(transaction)
    .selectFrom('invoicing.invoices')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids.map((id) => id.toLowerCase()))].flatMap((id) => byId.get(id) ?? []);
}

/** Whether the interface shows an invoice (invoices, section 2). */
export const isShown = ({ status }: InvoiceRow): boolean =>
  (visibleInvoiceStatuses as readonly string[]).includes(status);

/**
 * Whether an invoice is not final yet: its notes become final with it, and before that it is neither payable nor
 * creditable.
 */
export const isUnfinished = ({ status }: Pick<InvoiceRow, 'status'>): boolean =>
  status === 'draft' || status === 'pending';

/** Whether a payment may name an invoice; includes hidden ones that wait for their payment. */
export const isPayable = (invoice: InvoiceRow): boolean => isShown(invoice) || invoice.status === 'open';

/**
 * The first of a draft and its customer's drafts that became due earlier; undefined if the invoice is no draft.
 * @param without excluded drafts
 */
export async function firstToFinalize(
  transaction: TenantTransaction,
  id: string,
  now: Date,
  without: string[],
): Promise<InvoiceRow | undefined> {
  const draft = await findInvoice(transaction, id);
  if (draft?.status !== 'draft') return undefined;
  const older = await visible(transaction)
    .where('customer_id', '=', draft.customer_id)
    .where('status', '=', 'draft')
    .where('finalize_at', '<=', draft.finalize_at)
    .where('finalize_at', '<=', now)
    .where(sql<boolean>`id <> all(${without}::uuid[])`)
    .orderBy('finalize_at')
    .orderBy('billed_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return older ?? draft;
}

/** Locks an invoice of any status. */
export async function lockInvoice(transaction: TenantTransaction, id: string): Promise<InvoiceRow | undefined> {
  return tables(transaction)
    .selectFrom('invoicing.invoices')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** The customers and issuers of a list, found by its filters. */
export interface InvoiceRestriction {
  customerIds?: string[];
  billingEntityIds?: string[];
  /** Customers with the search term in their name, external id or e-mail. */
  searchedCustomerIds?: string[];
  /** The only documents whose own texts can contain the search term, if an index found them. */
  candidates?: string[] | null;
}

const list = listForm<SortsOf<InvoiceFilters>>({
  updated: 'updated_at',
  keys: {
    issuing_date: dayKey('issuing_date'),
    created_at: instantKey('created_at'),
    payment_due_date: dayKey('payment_due_date'),
    total_amount_cents: integerKey('total_amount_cents'),
  },
  order: [
    ['issuing_date', 'desc'],
    ['created_at', 'desc'],
    ['id', 'asc'],
  ],
  summed: {
    amount: 'total_amount_cents',
    currency: 'currency',
    further: {
      amount_excluding_taxes_cents: totalWithoutTaxes,
      amount_due_cents: sql`case when status = 'voided' then 0 else ${amountDue(sql.raw('invoicing.invoices'))} end`,
    },
  },
});

const isUnpaid = sql`status = 'finalized' and payment_status <> 'succeeded' and payment_dispute_lost_at is null`;

/** SQL for final invoices by what becomes of them, in words that the indexes of rare states have. */
const paymentStates: Partial<Record<InvoiceState, RawBuilder<boolean>>> = {
  open: sql`(${isUnpaid} and not payment_overdue)`,
  overdue: sql`(${isUnpaid} and payment_overdue)`,
  paid: sql`(status = 'finalized' and payment_status = 'succeeded' and payment_dispute_lost_at is null)`,
  disputed: sql`(status = 'finalized' and payment_dispute_lost_at is not null)`,
};
const inState = (value: InvoiceState): RawBuilder<boolean> => paymentStates[value] ?? sql`status = ${value}`;

/** Lists a page of invoices: latest issuing date first (invoices, sections 1 and 9.12). */
export async function listInvoices(
  transaction: TenantTransaction,
  filters: InvoiceFilters,
  restriction: InvoiceRestriction,
) {
  const found = (changes: Partial<InvoiceFilters> = {}) =>
    invoicesFound(transaction, { ...filters, ...changes }, restriction);
  return readList(transaction, found(), list, filters, {
    status: () => ({ query: found({ status: undefined, statuses: undefined }), values: visibleInvoiceStatuses }),
    payment_status: () => ({
      query: found({ payment_status: undefined, payment_statuses: undefined }),
      values: invoicePaymentStatuses,
    }),
    state: () => ({
      query: found({ state: undefined, states: undefined }),
      values: invoiceStates,
      conditionOf: (value) => inState(value as InvoiceState),
    }),
  });
}

/** The query of invoices that match a list's filters, unordered. */
export function invoicesFound(
  transaction: TenantTransaction,
  filters: InvoiceFilters,
  restriction: InvoiceRestriction,
) {
  let query = visible(transaction);
  if (restriction.customerIds) query = query.where(sql<boolean>`customer_id = any(${restriction.customerIds}::uuid[])`);
  if (restriction.billingEntityIds)
    query = query.where(sql<boolean>`billing_entity_id = any(${restriction.billingEntityIds}::uuid[])`);
  const statuses = filters.statuses ?? (filters.status ? [filters.status] : []);
  if (statuses.length > 0) query = query.where('status', 'in', statuses);
  const paymentStatuses = filters.payment_statuses ?? (filters.payment_status ? [filters.payment_status] : []);
  if (paymentStatuses.length > 0) query = query.where('payment_status', 'in', paymentStatuses);
  if (filters.amount_from !== undefined) query = query.where('total_amount_cents', '>=', BigInt(filters.amount_from));
  if (filters.amount_to !== undefined) query = query.where('total_amount_cents', '<=', BigInt(filters.amount_to));
  if (filters.issuing_date_from !== undefined) query = query.where('issuing_date', '>=', filters.issuing_date_from);
  if (filters.issuing_date_to !== undefined) query = query.where('issuing_date', '<=', filters.issuing_date_to);
  const states = filters.states ?? (filters.state ? [filters.state] : []);
  if (states.length > 0) query = query.where(sql<boolean>`(${sql.join(states.map(inState), sql` or `)})`);
  if (filters.payment_due_date_from !== undefined)
    query = query.where('payment_due_date', '>=', filters.payment_due_date_from);
  if (filters.payment_due_date_to !== undefined)
    query = query.where('payment_due_date', '<=', filters.payment_due_date_to);
  if (filters.payment_overdue !== undefined) query = query.where('payment_overdue', '=', filters.payment_overdue);
  if (filters.payment_dispute_lost !== undefined) query = query.where('payment_dispute_lost_at', 'is not', null);
  if (filters.invoice_type !== undefined) query = query.where('invoice_type', '=', filters.invoice_type);
  if (filters.self_billed !== undefined) query = query.where('self_billed', '=', filters.self_billed);
  if (filters.currency !== undefined) query = query.where('currency', '=', filters.currency);
  if (filters.purchase_order_number !== undefined) query = query.where(isOfOrder(filters.purchase_order_number));
  if (filters.partially_paid !== undefined) {
    const partial = sql<boolean>`(total_paid_amount_cents > 0 and total_paid_amount_cents < total_amount_cents)`;
    query = query.where(filters.partially_paid ? partial : sql<boolean>`not ${partial}`);
  }
  if (filters.settlements?.length) query = query.where(settledBy(filters.settlements));
  for (const [key, value] of Object.entries(filters.metadata ?? {})) {
    query = query.where(({ exists, not, selectFrom }) => {
      const entry = selectFrom('invoicing.invoice_metadata as entry')
        .select('entry.id')
        .whereRef('entry.invoice_id', '=', 'invoicing.invoices.id')
        .where('entry.key', '=', key);
      return value === '' ? not(exists(entry)) : exists(entry.where('entry.value', '=', value));
    });
  }
  const term = filters.search_term?.trim();
  if (term) query = query.where(mayContain(term, restriction)).where(contains(term, restriction));
  return narrowed(query, list, filters);
}

/**
 * SQL for documents with the term in their number or in a text of their customer, or as their id. It is the customers
 * of a restriction without customers of its own (invoices, section 9.12).
 */
export const contains = (term: string, { searchedCustomerIds = [] }: InvoiceRestriction) =>
  sql<boolean>`(number ilike ${containing(term)} or ${sql.join([hasId(term), ofCustomers(searchedCustomerIds)], sql` or `)})`;

/** SQL that an index answers, for documents that `contains` may match. */
export const mayContain = (term: string, { candidates, searchedCustomerIds = [] }: InvoiceRestriction) =>
  candidates
    ? sql<boolean>`(id = any(${candidates}::uuid[]) or ${sql.join([hasId(term), ofCustomers(searchedCustomerIds)], sql` or `)})`
    : sql<boolean>`true`;

const hasId = (term: string) => (isId(term) ? sql<boolean>`id = ${term}::uuid` : sql<boolean>`false`);
const ofCustomers = (ids: string[]) => sql<boolean>`customer_id = any(${ids}::uuid[])`;

/** SQL that matches invoices of a purchase order, regardless of case. */
export const isOfOrder = (number: string) => sql<boolean>`lower(purchase_order_number) = lower(${number})`;

/** The kinds of settlements: payments, and offsets of credit notes. */
const settlements = {
  payment: sql<boolean>`exists (select from invoicing.payments payment where payment.invoice_id = invoicing.invoices.id and payment.payment_status = 'succeeded')`,
  credit_note: sql<boolean>`exists (select from invoicing.credit_notes note where note.invoice_id = invoicing.invoices.id and note.status = 'finalized' and note.offset_amount_cents > 0)`,
};
const settledBy = (kinds: (keyof typeof settlements)[]) =>
  sql<boolean>`(${sql.join(
    kinds.map((kind) => settlements[kind]),
    sql` or `,
  )})`;

export async function billingPeriodsOf(
  transaction: TenantTransaction,
  invoiceIds: string[],
): Promise<BillingPeriodRow[]> {
  if (invoiceIds.length === 0) return [];
  return tables(transaction)
    .selectFrom('invoicing.billing_periods')
    .selectAll()
    .where('invoice_id', 'in', invoiceIds)
    .orderBy('id')
    .execute();
}

/** The invoices that bill an ended period. */
export async function periodicInvoices(transaction: TenantTransaction, invoiceIds: string[]): Promise<Set<string>> {
  if (invoiceIds.length === 0) return new Set();
  const rows = await tables(transaction)
    .selectFrom('invoicing.billing_periods')
    .select('invoice_id')
    .distinct()
    .where('invoice_id', 'in', invoiceIds)
    .where('invoicing_reason', '=', 'subscription_periodic')
    .execute();
  return new Set(rows.map(({ invoice_id }) => invoice_id));
}

export async function taxesOfInvoices(transaction: TenantTransaction, invoiceIds: string[]): Promise<InvoiceTaxRow[]> {
  if (invoiceIds.length === 0) return [];
  return tables(transaction)
    .selectFrom('invoicing.invoice_taxes')
    .selectAll()
    .where('invoice_id', 'in', invoiceIds)
    .orderBy('id')
    .execute();
}
