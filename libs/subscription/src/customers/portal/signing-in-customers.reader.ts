import { sql } from 'kysely';
import type { CommandAnswer } from '@tollgate/contracts';
import { issuersWithMailSignIn } from '@tollgate/catalog/reader';
import { rowsContaining, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/subscription.tables.js';

type SigningIn = CommandAnswer<'customer.find_by_email'>['customers'][number];

/** The maximum number of customers that one address opens. */
const mostCustomers = 50;

/**
 * The live customers whose issuer lets them sign in by mail, with an e-mail address of their own or of one of their
 * people (customers, sections 3.7 and 3.8). A customer whose own address it is has all rights.
 * @param email in lower case
 */
export async function signingInCustomers(transaction: TenantTransaction, email: string): Promise<SigningIn[]> {
  const issuers = await issuersWithMailSignIn(transaction);
  if (issuers.length === 0) return [];
  const own = await customersWithAddress(transaction, email, issuers);
  const ids = new Set(own.map(({ id }) => id));
  const ofPeople = (await customersOfPeople(transaction, email, issuers)).filter(({ id }) => !ids.has(id));
  return [...own.map((customer) => ({ ...customer, person_id: null })), ...ofPeople].slice(0, mostCustomers);
}

/** The index of texts finds them, oldest first; among several addresses of a customer, one has to be equal. */
async function customersWithAddress(
  transaction: TenantTransaction,
  email: string,
  issuers: string[],
): Promise<Omit<SigningIn, 'person_id'>[]> {
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

/** The customers with a person of this address, oldest first. */
async function customersOfPeople(
  transaction: TenantTransaction,
  email: string,
  issuers: string[],
): Promise<SigningIn[]> {
  return tables(transaction)
    .selectFrom('subscription.portal_people as person')
    .innerJoin('subscription.customers as customer', 'customer.id', 'person.customer_id')
    .select(['customer.id', 'customer.external_id', 'customer.name', 'person.id as person_id'])
    .where('person.organization_id', '=', transaction.organizationId)
    .where('person.email', '=', email)
    .where('customer.deleted_at', 'is', null)
    .where('customer.billing_entity_id', 'in', issuers)
    .orderBy('customer.created_at')
    .orderBy('customer.id')
    .limit(mostCustomers)
    .execute();
}
