import { sql } from 'kysely';
import type { CommandAnswer } from '@tollgate/contracts';
import { issuersWithMailSignIn } from '@tollgate/catalog/reader';
import { rowsContaining, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/subscription.tables.js';

type SigningIn = CommandAnswer<'customer.find_by_email'>['customers'][number];

/** The maximum number of customers that one address opens. */
const mostCustomers = 50;

/**
 * The live customers with an e-mail address whose issuer lets them sign in by mail, oldest first (customers, section
 * 3.7). The index of texts finds them; among several addresses of a customer, one has to be equal.
 * @param email in lower case
 */
export async function signingInCustomers(transaction: TenantTransaction, email: string): Promise<SigningIn[]> {
  const issuers = await issuersWithMailSignIn(transaction);
  if (issuers.length === 0) return [];
  const candidates = await rowsContaining(transaction, 'subscription.customers', email);
  const customers = tables(transaction)
    .selectFrom('subscription.customers')
    .select(['id', 'external_id', 'name'])
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null)
    .where('billing_entity_id', 'in', issuers)
    .where(sql<boolean>`${email} = any(string_to_array(lower(replace(email, ' ', '')), ','))`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostCustomers);
  // Without candidates, more rows contain the address than are worth a list: those are read one by one.
  return (candidates ? customers.where(sql<boolean>`id = any(${candidates}::uuid[])`) : customers).execute();
}
