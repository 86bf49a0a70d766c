import type { PortalPerson } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { customersByIds } from '../../model/customers/customers.repository.js';
import { firstPortalPeople, recipientsAmongPeople } from '../../model/customers/portal-people.repository.js';
import { presentPerson } from './portal-person.presenter.js';

/** The people of a customer in the portal, by their addresses, the first ones. */
export async function readPeopleOfCustomer(
  transaction: TenantTransaction,
  customerId: string,
  limit: number,
): Promise<PortalPerson[]> {
  const [customer] = await customersByIds(transaction, [customerId]);
  if (!customer) return [];
  const rows = await firstPortalPeople(transaction, customerId, limit);
  return rows.map((row) => presentPerson(row, customer.external_id));
}

/** Addresses of the people of customers who receive documents (customers, section 3.8), by the id of the customer. */
export async function readDocumentRecipients(
  transaction: TenantTransaction,
  customerIds: string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (customerIds.length === 0) return found;
  for (const { customer_id: id, email } of await recipientsAmongPeople(transaction, [...new Set(customerIds)]))
    found.set(id, [...(found.get(id) ?? []), email]);
  return found;
}
