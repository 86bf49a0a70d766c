import { sql } from 'kysely';
import { overdueBalances } from '@tollgate/invoicing/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { isOfLiveCustomer, issuersOfCustomers } from '@tollgate/subscription/reader';

/** A customer that is due for a reminder of its campaign. */
export interface DueCustomer {
  customer_id: string;
  /** The earliest instant of the next reminder. */
  from: Date;
  /** The next reminder comes after this instant; null before the first one. */
  behind: Date | null;
}

/**
 * Selects customers whose overdue balance in a currency reaches their campaign's threshold, with attempts left
 * (invoices, section 14). It derives them from the balances, not from marks: a crash loses no customer.
 */
const dueCustomersQuery = (transaction: TenantTransaction) => sql<DueCustomer>`
  select balance.customer_id,
         min(greatest(balance.overdue_at, campaign.applies_from, own.not_before)) as from,
         own.last_attempt_at + make_interval(days => campaign.days_between_attempts) as behind
  from (${overdueBalances(transaction)}) balance
  join (${issuersOfCustomers(transaction)}) customer on customer.id = balance.customer_id
  left join payment.dunned_customers own on own.customer_id = balance.customer_id
  left join payment.dunning_issuers issuer on issuer.billing_entity_id = customer.billing_entity_id
  join payment.dunning_campaigns campaign
    on campaign.id = coalesce(own.own_campaign_id, issuer.dunning_campaign_id) and campaign.deleted_at is null
  join payment.dunning_thresholds threshold
    on threshold.dunning_campaign_id = campaign.id and threshold.currency = balance.currency
   and threshold.amount_cents <= balance.total_cents
  left join payment.dunning_attempts attempt
    on attempt.customer_id = balance.customer_id and attempt.currency = balance.currency
   and attempt.dunning_campaign_id = campaign.id
  where coalesce(own.excluded, false) = false and coalesce(attempt.attempts, 0) < campaign.max_attempts
    and ${sql.raw(isOfLiveCustomer('balance.customer_id'))}
  group by balance.customer_id, own.last_attempt_at, campaign.days_between_attempts`;

/** Checks whether an organization has campaigns; most have none and skip the search. */
export async function hasCampaigns(transaction: TenantTransaction): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from payment.dunning_campaigns
      where organization_id = ${transaction.organizationId} and deleted_at is null) as some
  `.execute(transaction);
  return rows[0]?.some ?? false;
}

/** Finds the first due customer. */
export async function firstDueCustomer(transaction: TenantTransaction): Promise<DueCustomer | undefined> {
  const { rows } = await sql<DueCustomer>`
    select * from (${dueCustomersQuery(transaction)}) due order by greatest("from", behind), customer_id limit 1
  `.execute(transaction);
  return rows[0];
}

/** Reads the customers due at an instant after a customer id, in the order of ids. */
export async function dueCustomers(
  transaction: TenantTransaction,
  at: Date,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<DueCustomer>`
    select * from (${dueCustomersQuery(transaction)}) due
    where "from" <= ${at} and (behind is null or behind < ${at})
      and (${after}::uuid is null or customer_id > ${after}::uuid)
    order by customer_id limit ${limit}
  `.execute(transaction);
  return rows.map((row) => row.customer_id);
}
