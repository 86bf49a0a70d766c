import { sql, type Expression } from 'kysely';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { isVatCheckPending, customerIdsOfIssuer } from '@tollgate/subscription/reader';
import { tables } from '../invoicing.tables.js';

/**
 * Selects drafts: all of the organization, those of a customer, of an issuer's customers, or with subscriptions to
 * plans.
 */
export interface DraftChoice {
  customerId?: string;
  billingEntityId?: string;
  /** Identifiers, or a query of them. */
  planIds?: string[] | Expression<{ id: string }>;
}

/** The selected drafts, oldest first. */
export function chosenDrafts(transaction: TenantTransaction, { customerId, billingEntityId, planIds }: DraftChoice) {
  let query = tables(transaction)
    .selectFrom('invoicing.invoices')
    .select('id')
    .where('status', '=', 'draft')
    .orderBy('id');
  if (customerId) query = query.where('customer_id', '=', customerId);
  if (billingEntityId) query = query.where('customer_id', 'in', customerIdsOfIssuer(transaction, billingEntityId));
  if (planIds) {
    const isOne = Array.isArray(planIds)
      ? sql<boolean>`plan_id = any(${planIds}::uuid[])`
      : sql<boolean>`plan_id in ${planIds}`;
    const periods = tables(transaction).selectFrom('invoicing.billing_periods').select('invoice_id').where(isOne);
    query = query.where('id', 'in', periods);
  }
  return query;
}

/** The number of selected drafts. */
export async function countDrafts(transaction: TenantTransaction, choice: DraftChoice): Promise<number> {
  const { drafts } = await tables(transaction)
    .selectFrom(chosenDrafts(transaction, choice).as('chosen'))
    .select(({ fn }) => fn.countAll<bigint>().as('drafts'))
    .executeTakeFirstOrThrow();
  return Number(drafts);
}

const interval = 5 * 60_000;

/**
 * Marks drafts for the next refresh, which runs every five minutes (invoices, section 9.5). @param now Unix
 * milliseconds
 */
export async function markDrafts(transaction: TenantTransaction, choice: DraftChoice, now: Instant): Promise<void> {
  const nextRun = new Date((Math.floor(now / interval) + 1) * interval);
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({ refresh_at: nextRun })
    .where('id', 'in', chosenDrafts(transaction, choice))
    .execute();
}

/** Removes the mark when the refresh runs; later marks wait for the next one. */
export async function unmarkDraft(transaction: TenantTransaction, id: string, until: Date): Promise<void> {
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({ refresh_at: null })
    .where('id', '=', id)
    .where('refresh_at', '<=', until)
    .execute();
}

/** Withholds a draft from finalization until its customer's taxes are known. @returns whether it does */
export async function withholdDraft(
  transaction: TenantTransaction,
  draft: { id: string; customer_id: string },
): Promise<boolean> {
  if (!(await isVatCheckPending(transaction, draft.customer_id))) return false;
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({ finalize_at: null })
    .where('id', '=', draft.id)
    .where('status', '=', 'draft')
    .execute();
  return true;
}

/** Makes withheld drafts of a customer due when its taxes are known. @param now Unix ms */
export async function releaseDrafts(transaction: TenantTransaction, customerId: string, now: Instant): Promise<void> {
  if (await isVatCheckPending(transaction, customerId)) return;
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({ finalize_at: new Date(now) })
    .where('customer_id', '=', customerId)
    .where('status', '=', 'draft')
    .where('finalize_at', 'is', null)
    .execute();
}
