import type { PortalPerson } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { customersByIds } from '../../model/customers/customers.repository.js';
import { firstPortalPeople } from '../../model/customers/portal-people.repository.js';
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
