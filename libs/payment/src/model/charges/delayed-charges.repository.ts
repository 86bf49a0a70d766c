import { sql } from 'kysely';
import { followsWallClock } from '@tollgate/identity/reader';
import type { Instant, TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../payment.tables.js';

/** A first charge whose delay is over. */
export interface DelayedCharge {
  invoiceId: string;
  at: Instant;
}

/** Records that the organization uses payment pages. @param at Unix ms */
export async function noteHostedCheckout(transaction: TenantTransaction, at: Instant): Promise<void> {
  await tables(transaction)
    .insertInto('payment.hosted_checkout_users')
    .values({ organization_id: transaction.organizationId, first_used_at: new Date(at) })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute();
}

/** Whether the organization has ever opened a payment page. */
export async function usesHostedCheckout(transaction: TenantTransaction): Promise<boolean> {
  const row = await tables(transaction)
    .selectFrom('payment.hosted_checkout_users')
    .select('first_used_at')
    .where('organization_id', '=', transaction.organizationId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores first charges that wait until their instants; a repeated message changes nothing. */
export async function delayCharges(transaction: TenantTransaction, charges: DelayedCharge[]): Promise<void> {
  if (charges.length === 0) return;
  await tables(transaction)
    .insertInto('payment.delayed_charges')
    .values(
      charges.map(({ invoiceId, at }) => ({
        invoice_id: invoiceId,
        organization_id: transaction.organizationId,
        due_at: new Date(at),
      })),
    )
    .onConflict((conflict) => conflict.column('invoice_id').doNothing())
    .execute();
}

/** The first instant at which a charge of the organization is due; null for none. */
export async function nextDelayedCharge(transaction: TenantTransaction): Promise<Instant | null> {
  const { at } = await tables(transaction)
    .selectFrom('payment.delayed_charges')
    .select(({ fn }) => fn.min('due_at').as('at'))
    .where('organization_id', '=', transaction.organizationId)
    .executeTakeFirstOrThrow();
  return at?.getTime() ?? null;
}

/** Reads the invoices whose delay is over, the longest waiting first. */
export async function dueCharges(transaction: TenantTransaction, until: Instant, limit: number): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('payment.delayed_charges')
    .select('invoice_id')
    .where('organization_id', '=', transaction.organizationId)
    .where('due_at', '<=', new Date(until))
    .orderBy('due_at')
    .orderBy('invoice_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.invoice_id);
}

/** Takes charges out of their delay. @returns those of invoices without a payment at a provider so far */
export async function takeDelayedCharges(
  transaction: TenantTransaction,
  invoiceIds: string[],
): Promise<DelayedCharge[]> {
  const { rows } = await sql<{ invoice_id: string; due_at: Date; is_begun: boolean }>`
    delete from payment.delayed_charges delayed
    where organization_id = ${transaction.organizationId} and invoice_id = any(${invoiceIds}::uuid[])
    returning invoice_id, due_at,
      exists (select from payment.payments payment where payment.payable_id = delayed.invoice_id and payment.type = 'provider') as is_begun
  `.execute(transaction);
  return rows.filter((row) => !row.is_begun).map((row) => ({ invoiceId: row.invoice_id, at: row.due_at.getTime() }));
}

/** Delays a charge again that failed to begin. */
export async function postponeCharge(transaction: TenantTransaction, invoiceId: string, at: Instant): Promise<void> {
  await tables(transaction)
    .updateTable('payment.delayed_charges')
    .set({ due_at: new Date(at) })
    .where('organization_id', '=', transaction.organizationId)
    .where('invoice_id', '=', invoiceId)
    .execute();
}

/** Reads the organizations on the wall clock with due charges. */
export async function organizationsWithDueCharges(
  transaction: Transaction,
  until: Instant,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from payment.delayed_charges
    where due_at <= ${new Date(until)} and ${sql.raw(followsWallClock('organization_id'))}
    limit ${limit}
  `.execute(transaction);
  return rows.map((row) => row.organization_id);
}
