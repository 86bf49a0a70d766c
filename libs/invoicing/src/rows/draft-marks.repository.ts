import type { TenantTransaction, Instant } from '@tollgate/platform';
import { customerIdsOfIssuer } from '@tollgate/subscription/reader';
import { tables } from '../tables/invoicing.tables.js';

/** Which drafts: all of the organization, those of a customer or of an issuer's customers, or those with subscriptions to plans. */
export interface DraftChoice {
  customerId?: string;
  billingEntityId?: string;
  planIds?: string[];
}

/** The drafts of a choice, oldest first. */
export function chosenDrafts(transaction: TenantTransaction, { customerId, billingEntityId, planIds }: DraftChoice) {
  let query = tables(transaction)
    .selectFrom('invoicing.invoices')
    .select('id')
    .where('status', '=', 'draft')
    .orderBy('id');
  if (customerId) query = query.where('customer_id', '=', customerId);
  if (billingEntityId) query = query.where('customer_id', 'in', customerIdsOfIssuer(transaction, billingEntityId));
  if (planIds) {
    const periods = tables(transaction)
      .selectFrom('invoicing.billing_periods')
      .select('invoice_id')
      .where('plan_id', 'in', planIds);
    query = query.where('id', 'in', periods);
  }
  return query;
}

const interval = 5 * 60_000;

/** Has drafts computed anew with the next turn, every five minutes (invoices, section 9.5). @param now Unix milliseconds */
export async function markDrafts(transaction: TenantTransaction, choice: DraftChoice, now: Instant): Promise<void> {
  const turn = new Date((Math.floor(now / interval) + 1) * interval);
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({ refresh_at: turn })
    .where('id', 'in', chosenDrafts(transaction, choice))
    .execute();
}

/** The turn has come: what is marked from now on waits for the next one. */
export async function unmarkDraft(transaction: TenantTransaction, id: string, until: Date): Promise<void> {
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({ refresh_at: null })
    .where('id', '=', id)
    .where('refresh_at', '<=', until)
    .execute();
}
