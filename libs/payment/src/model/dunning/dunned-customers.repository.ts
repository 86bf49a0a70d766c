import { sql, type Selectable } from 'kysely';
import { overdueBalances } from '@tollgate/invoicing/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { issuersOfCustomers } from '@tollgate/subscription/reader';
import type { DunnedCustomersTable, DunningAttemptsTable } from './dunning.tables.js';
import { tables } from '../payment.tables.js';

export type DunnedCustomerRow = Selectable<DunnedCustomersTable>;
export type DunningAttemptRow = Selectable<DunningAttemptsTable>;

/** Finds a customer's own dunning settings and state. */
export async function findDunnedCustomer(
  transaction: TenantTransaction,
  customerId: string,
): Promise<DunnedCustomerRow | undefined> {
  return tables(transaction)
    .selectFrom('payment.dunned_customers')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

/** Locks a customer's dunning row and creates an absent one: reminders, exclusions and resets run one after another. */
export async function lockDunnedCustomer(
  transaction: TenantTransaction,
  customerId: string,
): Promise<DunnedCustomerRow> {
  await tables(transaction)
    .insertInto('payment.dunned_customers')
    .values({
      organization_id: transaction.organizationId,
      customer_id: customerId,
      own_campaign_id: null,
      excluded: false,
      last_attempt_at: null,
      not_before: null,
    })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .execute();
  return tables(transaction)
    .selectFrom('payment.dunned_customers')
    .selectAll()
    .where('customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateDunnedCustomer(
  transaction: TenantTransaction,
  customerId: string,
  changes: Partial<Pick<DunnedCustomerRow, 'own_campaign_id' | 'excluded' | 'last_attempt_at' | 'not_before'>>,
): Promise<void> {
  await tables(transaction)
    .updateTable('payment.dunned_customers')
    .set(changes)
    .where('customer_id', '=', customerId)
    .execute();
}

/** Reads the attempts of a customer, by currency. */
export async function attemptsOf(transaction: TenantTransaction, customerId: string): Promise<DunningAttemptRow[]> {
  return tables(transaction)
    .selectFrom('payment.dunning_attempts')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('currency')
    .execute();
}

/** Counts one more attempt in each currency; deletes attempts of other campaigns. */
export async function countAttempts(
  transaction: TenantTransaction,
  customerId: string,
  campaignId: string,
  currencies: string[],
): Promise<void> {
  await sql`delete from payment.dunning_attempts
    where customer_id = ${customerId} and dunning_campaign_id <> ${campaignId}`.execute(transaction);
  await sql`
    insert into payment.dunning_attempts (organization_id, customer_id, currency, dunning_campaign_id, attempts)
    select ${transaction.organizationId}, ${customerId}::uuid, listed, ${campaignId}::uuid, 1
    from unnest(${currencies}::text[]) as listed
    on conflict (customer_id, currency) do update set attempts = payment.dunning_attempts.attempts + 1
  `.execute(transaction);
}

/** Clears the last attempt of customers without attempts, so they are due at once. */
const clearLastAttempts = sql`
  update payment.dunned_customers customer set last_attempt_at = null, not_before = null
  from (select distinct customer_id from gone) one
  where customer.customer_id = one.customer_id and not exists (
    select from payment.dunning_attempts attempt
    where attempt.customer_id = one.customer_id
      and not exists (select from gone where gone.customer_id = attempt.customer_id and gone.currency = attempt.currency))`;

/** Deletes a customer's attempts in one currency or in all (invoices, section 14). */
export async function resetAttempts(
  transaction: TenantTransaction,
  customerId: string,
  currency: string | null,
): Promise<void> {
  await sql`
    with gone as (
      delete from payment.dunning_attempts
      where customer_id = ${customerId} and (${currency}::text is null or currency = ${currency})
      returning customer_id, currency
    ) ${clearLastAttempts}
  `.execute(transaction);
}

/**
 * Deletes attempts of a campaign: all of them, or those of customers that have another campaign, or whose overdue
 * balances are below its thresholds.
 */
export async function resetCampaign(
  transaction: TenantTransaction,
  campaignId: string,
  scope: 'all' | 'others' | 'below_thresholds',
): Promise<void> {
  const which = {
    all: sql`true`,
    others: sql`not exists (
      select from (${issuersOfCustomers(transaction)}) customer
      left join payment.dunned_customers own on own.customer_id = customer.id
      left join payment.dunning_issuers issuer on issuer.billing_entity_id = customer.billing_entity_id
      where customer.id = attempt.customer_id
        and coalesce(own.own_campaign_id, issuer.dunning_campaign_id) = ${campaignId})`,
    below_thresholds: sql`not exists (
      select from (${overdueBalances(transaction)}) balance
      join payment.dunning_thresholds threshold on threshold.currency = balance.currency
      where balance.customer_id = attempt.customer_id and threshold.dunning_campaign_id = ${campaignId}
        and balance.total_cents >= threshold.amount_cents)`,
  }[scope];
  await sql`
    with gone as (
      delete from payment.dunning_attempts attempt where dunning_campaign_id = ${campaignId} and ${which}
      returning customer_id, currency
    ) ${clearLastAttempts}
  `.execute(transaction);
}

/** Removes a deleted campaign from customers and issuers. */
export async function leaveCampaign(transaction: TenantTransaction, campaignId: string): Promise<void> {
  await tables(transaction)
    .updateTable('payment.dunned_customers')
    .set({ own_campaign_id: null })
    .where('own_campaign_id', '=', campaignId)
    .execute();
  await tables(transaction)
    .deleteFrom('payment.dunning_issuers')
    .where('dunning_campaign_id', '=', campaignId)
    .execute();
}
