import { readBillingEntities } from '@tollgate/catalog/reader';
import type { Transaction } from '@tollgate/platform';
import { customersByIds } from '../customers/customers.repository.js';
import type { SubscriptionRow } from './subscriptions.repository.js';

/** The time zones that subscriptions are billed in, by their customers: the customer's own, else that of its issuer. */
export async function timezonesOf(transaction: Transaction, organizationId: string, rows: SubscriptionRow[]): Promise<(row: SubscriptionRow) => string> {
  const customers = await customersByIds(transaction, organizationId, [...new Set(rows.map((row) => row.customer_id))]);
  const entities = await readBillingEntities(transaction, organizationId);
  const byCustomer = new Map(customers.map((customer) => [customer.id, customer.timezone ?? entities.get(customer.billing_entity_id)?.timezone ?? 'UTC']));
  return (row) => byCustomer.get(row.customer_id) ?? 'UTC';
}
