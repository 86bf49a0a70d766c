import { sql } from 'kysely';
import type { ErasedStep, RunningErasure, TenantTransaction } from '@tollgate/platform';
import type { ProviderCustomerRow } from '../model/customers/provider-customers.repository.js';

/** Blanks the names of a customer's payment methods, and removes them from use. @returns the number of rows */
export async function blankMethods(
  transaction: TenantTransaction,
  { subjectId: customerId }: RunningErasure,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update payment.payment_methods
    set details = null, is_default = false, deleted_at = coalesce(deleted_at, now())
    where organization_id = ${transaction.organizationId} and customer_id = ${customerId}
  `.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Blanks addresses, pages and answers of providers in a customer's payments, refunds and requests. Their amounts, days
 * and references belong to the books. @returns the number of rows
 */
export async function blankPayments(
  transaction: TenantTransaction,
  { subjectId: customerId }: RunningErasure,
): Promise<number> {
  const own = sql`organization_id = ${transaction.organizationId} and customer_id = ${customerId}`;
  const { rows } = await sql<{ count: number }>`
    with payments as (
      update payment.payments set error = null, next_action = null, action_url = null
      where ${own} and (error is not null or next_action is not null or action_url is not null) returning 1
    ), refunds as (
      update payment.refunds set error = null where ${own} and error is not null returning 1
    ), returns as (
      update payment.returns set error = null where ${own} and error is not null returning 1
    ), requests as (
      update payment.payment_requests set email = null where ${own} and email is not null returning 1
    ), pages as (
      update payment.provider_pages set url = null where ${own} and url is not null returning 1
    )
    select ((select count(*) from payments) + (select count(*) from refunds) + (select count(*) from returns)
      + (select count(*) from requests) + (select count(*) from pages))::int as count
  `.execute(transaction);
  return rows[0]?.count ?? 0;
}

const eventsAtOnce = 1_000;

/**
 * Deletes handled events of providers that name the customer, or its copy there.
 * @returns null while such an event waits for its effects
 */
export async function deleteProviderEvents(
  transaction: TenantTransaction,
  { subjectId: customerId }: RunningErasure,
): Promise<ErasedStep | null> {
  const { rows } = await sql<{ deleted: number; waiting: number }>`
    with names as (
      select ${customerId}::text as name
      union select provider_customer_id from payment.provider_customers
        where organization_id = ${transaction.organizationId} and customer_id = ${customerId}
          and provider_customer_id is not null
      union select provider_customer_id from payment.payment_methods
        where organization_id = ${transaction.organizationId} and customer_id = ${customerId}
    ), named as (
      select connection_id, event_id, handled_at from payment.provider_events event
      where organization_id = ${transaction.organizationId}
        and exists (select from names where position(name in event.payload::text) > 0)
      limit ${eventsAtOnce}
    ), gone as (
      delete from payment.provider_events event using named
      where event.connection_id = named.connection_id and event.event_id = named.event_id and named.handled_at is not null
      returning 1
    )
    select (select count(*) from gone)::int as deleted,
      (select count(*) from named where handled_at is null)::int as waiting
  `.execute(transaction);
  const { deleted, waiting } = rows[0] ?? { deleted: 0, waiting: 0 };
  if (deleted + waiting === eventsAtOnce && deleted > 0) return { rows: deleted, next: 'more' };
  return waiting > 0 ? null : { rows: deleted };
}

/** Whether the removal of a copy is still to do. */
export const isRemovalPending = ({ removal_at: removalAt }: ProviderCustomerRow): boolean => removalAt !== null;

/** A removal that waits for money under way waits for a day; one of a mere deletion waits for a month. */
const weekMs = 7 * 24 * 3600 * 1000;

/** Whether a removal has the date of a mere deletion. */
export const isOfDeletion = ({ removal_at: removalAt }: ProviderCustomerRow): boolean =>
  removalAt !== null && removalAt.getTime() > Date.now() + weekMs;

/** Blanks what a link knows of its customer: the data of a creation, and a refusal. */
export async function blankLink(transaction: TenantTransaction, customerId: string): Promise<void> {
  await sql`
    update payment.provider_customers set creation = null, error = null, is_due = false, needs_page = false
    where organization_id = ${transaction.organizationId} and customer_id = ${customerId}
  `.execute(transaction);
}
