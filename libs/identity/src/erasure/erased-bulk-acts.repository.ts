import { sql } from 'kysely';
import { deleteAnswers, type RunningErasure, type TenantTransaction } from '@tollgate/platform';

/** Parameters of lists that may name a customer. */
const naming = ['external_customer_id', 'customer_external_id', 'search_term'];

/**
 * Removes the external identifier of a customer from the accounts and filters of acts on many records. It deletes the
 * answers of calls that name the customer.
 * @returns the number of rows
 */
export async function blankBulkActs(
  transaction: TenantTransaction,
  { subjectId: customerId, facts }: RunningErasure,
): Promise<number> {
  const { organizationId } = transaction;
  const named = JSON.stringify(facts.identifier);
  const { rows } = await sql<{ count: number }>`
    with records as (
      update identity.bulk_act_records set name = null
      where organization_id = ${organizationId} and record_id = ${customerId} and name is not null returning 1
    ), acts as (
      update identity.bulk_acts set filters = filters - ${naming}::text[]
      where organization_id = ${organizationId} and position(${named} in filters::text) > 0
        and touched_at >= to_timestamp(${facts.since} / 1000.0) returning 1
    )
    select ((select count(*) from records) + (select count(*) from acts))::int as count
  `.execute(transaction);
  return (rows[0]?.count ?? 0) + (await deleteAnswers(transaction, 'identity', [customerId, named]));
}
