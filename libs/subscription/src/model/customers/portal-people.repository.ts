import { sql, type Selectable, type Updateable } from 'kysely';
import type { PortalPersonFilters } from '@tollgate/contracts';
import { containing, paginate, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../subscription.tables.js';
import type { PortalPeopleTable } from './portal-people.tables.js';

export type PortalPersonRow = Selectable<PortalPeopleTable>;

const all = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('subscription.portal_people')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

export async function insertPortalPerson(transaction: TenantTransaction, row: PortalPersonRow): Promise<void> {
  await tables(transaction).insertInto('subscription.portal_people').values(row).execute();
}

export async function findPortalPerson(
  transaction: TenantTransaction,
  { customerId, id }: { customerId: string; id: string },
): Promise<PortalPersonRow | undefined> {
  return all(transaction).where('customer_id', '=', customerId).where('id', '=', id).executeTakeFirst();
}

/** The people of a customer by their addresses, the first ones. */
export async function firstPortalPeople(
  transaction: TenantTransaction,
  customerId: string,
  limit: number,
): Promise<PortalPersonRow[]> {
  return all(transaction).where('customer_id', '=', customerId).orderBy('email').limit(limit).execute();
}

/** Addresses of the people of customers who receive documents, in order. */
export async function recipientsAmongPeople(
  transaction: TenantTransaction,
  customerIds: string[],
): Promise<{ customer_id: string; email: string }[]> {
  return tables(transaction)
    .selectFrom('subscription.portal_people')
    .select(['customer_id', 'email'])
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', 'in', customerIds)
    .where('receives_documents', '=', true)
    .orderBy('email')
    .execute();
}

/** Reads one page of a customer's people, by their addresses. */
export async function listPortalPeople(
  transaction: TenantTransaction,
  customerId: string,
  { role, search_term: term, ...page }: PortalPersonFilters,
) {
  let query = all(transaction).where('customer_id', '=', customerId);
  if (role) query = query.where('role', '=', role);
  if (term) query = query.where(sql<boolean>`concat_ws(' ', email, name) ilike ${containing(term.trim())}`);
  return paginate(query.orderBy('email').orderBy('id'), page);
}

export async function updatePortalPerson(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<PortalPeopleTable>,
): Promise<PortalPersonRow> {
  return tables(transaction)
    .updateTable('subscription.portal_people')
    .set(changes)
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deletePortalPerson(transaction: TenantTransaction, id: string): Promise<void> {
  await tables(transaction)
    .deleteFrom('subscription.portal_people')
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .execute();
}

/** Deletes all people of a customer. @returns how many */
export async function deletePortalPeople(transaction: TenantTransaction, customerId: string): Promise<number> {
  const { numDeletedRows: count } = await tables(transaction)
    .deleteFrom('subscription.portal_people')
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
