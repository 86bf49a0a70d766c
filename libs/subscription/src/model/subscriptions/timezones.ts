import { readBillingEntities, readBillingEntity } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { customersByIds, type CustomerRow } from '../customers/customers.repository.js';
import type { SubscriptionRow } from './subscriptions.repository.js';

/** The billing time zone of a customer: its own, else its issuer's. */
export async function timezoneOf(transaction: TenantTransaction, customer: CustomerRow): Promise<string> {
  if (customer.timezone !== null) return customer.timezone;
  return (await readBillingEntity(transaction, customer.billing_entity_id)).timezone;
}

/** The billing time zone of a customer by its id. */
export async function timezoneOfCustomer(transaction: TenantTransaction, customerId: string): Promise<string> {
  const [customer] = await customersByIds(transaction, [customerId]);
  if (!customer) throw new Error(`no customer ${customerId}`);
  return timezoneOf(transaction, customer);
}

/** The billing time zone of a subscription. */
export const timezoneOfSubscription = (transaction: TenantTransaction, row: SubscriptionRow): Promise<string> =>
  timezoneOfCustomer(transaction, row.customer_id);

/** The billing time zones of subscriptions: the customer's own, else that of its issuer. */
export async function timezonesOf(
  transaction: TenantTransaction,
  rows: SubscriptionRow[],
): Promise<(row: SubscriptionRow) => string> {
  const customers = await customersByIds(transaction, [...new Set(rows.map((row) => row.customer_id))]);
  const entities = await readBillingEntities(transaction);
  const byCustomer = new Map(
    customers.map((customer) => [
      customer.id,
      customer.timezone ?? entities.get(customer.billing_entity_id)?.timezone ?? 'UTC',
    ]),
  );
  return (row) => byCustomer.get(row.customer_id) ?? 'UTC';
}
