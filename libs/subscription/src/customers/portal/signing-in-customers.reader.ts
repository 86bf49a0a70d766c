import { sql } from 'kysely';
import type { CommandAnswer } from '@tollgate/contracts';
import { readPortalSettingsOf } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/subscription.tables.js';

type SigningIn = CommandAnswer<'customer.find_by_email'>['customers'][number];

/** The maximum number of customers that one address opens. */
const mostCustomers = 50;

/**
 * The live customers with an e-mail address whose issuer lets them sign in by mail, oldest first (customers, section
 * 3.7). The expression is that of the index `customers_by_email`.
 * @param email in lower case
 */
export async function signingInCustomers(transaction: TenantTransaction, email: string): Promise<SigningIn[]> {
  const rows = await tables(transaction)
    .selectFrom('subscription.customers')
    .select(['id', 'external_id', 'name', 'billing_entity_id'])
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null)
    .where('email', 'is not', null)
    .where(sql<boolean>`string_to_array(lower(replace(email, ' ', '')), ',') @> array[${email}]`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostCustomers)
    .execute();
  const settings = await readPortalSettingsOf(transaction, [...new Set(rows.map((row) => row.billing_entity_id))]);
  return rows
    .filter((row) => settings.get(row.billing_entity_id)?.sign_in_by_mail === true)
    .map(({ id, external_id, name }) => ({ id, external_id, name }));
}
