import { defaultMethodTypes } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import { customerDataOf } from '../providers/customer-data.rules.js';
import type { CustomerData } from '../providers/ports/customers.js';

/** Reads the data of a customer for its provider. @param methodTypes the ways to pay that it may use */
export async function readCustomerData(
  transaction: TenantTransaction,
  customerId: string,
  methodTypes = defaultMethodTypes,
): Promise<CustomerData> {
  const customer = (await readEmbeddedCustomers(transaction, [customerId])).get(customerId);
  if (!customer) throw new Error(`no customer ${customerId}`);
  return customerDataOf(customer, methodTypes);
}
