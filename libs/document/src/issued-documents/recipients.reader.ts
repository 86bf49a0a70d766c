import type { TenantTransaction } from '@tollgate/platform';
import { readDocumentRecipients } from '@tollgate/subscription/reader';
import { addressesOf } from './mails.repository.js';

/**
 * The addresses that mails about issued documents go to: those of the customer, then those of its people who receive
 * documents (customers, section 3.8), each once. Reads them for many customers in one statement.
 * @param customers with their own addresses, separated by commas
 * @returns addresses by the id of the customer
 */
export async function readRecipients(
  transaction: TenantTransaction,
  customers: { customerId: string; email: string | null }[],
): Promise<Map<string, string[]>> {
  const people = await readDocumentRecipients(
    transaction,
    customers.map(({ customerId }) => customerId),
  );
  return new Map(
    customers.map(({ customerId, email }) => [
      customerId,
      eachOnce([...addressesOf(email ?? ''), ...(people.get(customerId) ?? [])]),
    ]),
  );
}

/** The same for one customer. */
export async function readRecipientsOf(
  transaction: TenantTransaction,
  customerId: string,
  email: string | null,
): Promise<string[]> {
  return (await readRecipients(transaction, [{ customerId, email }])).get(customerId) ?? [];
}

/** Addresses that differ in case alone are the same. */
const eachOnce = (addresses: string[]): string[] =>
  addresses.filter(
    (address, place) => addresses.findIndex((one) => one.toLowerCase() === address.toLowerCase()) === place,
  );
