import type { ProviderAccount } from '../ports/account.js';
import type { Refused } from '../ports/connections.js';
import type { CustomerData, CustomersPort } from '../ports/customers.js';
import { ifThere, orRefused } from './answers.js';
import { customerParams, newCustomerParams } from './requests.rules.js';
import { callStripe, type StripeClients } from './stripe-clients.js';

/** Customers at Stripe (webhooks, section 11.2). */
export class StripeCustomers implements CustomersPort {
  constructor(private readonly clients: StripeClients) {}

  async createCustomer(account: ProviderAccount, data: CustomerData, key: string): Promise<{ id: string } | Refused> {
    const params = newCustomerParams(data);
    const made = await orRefused(() => this.clients.of(account).customers.create(params, { idempotencyKey: key }));
    return 'refused' in made ? made : { id: made.id };
  }

  async findCustomer(account: ProviderAccount, ourId: string): Promise<{ id: string } | null> {
    const query = `metadata['svc_customer_id']:'${ourId}'`;
    const { data } = await callStripe(() => this.clients.of(account).customers.search({ query, limit: 1 }));
    return data[0] ? { id: data[0].id } : null;
  }

  async updateCustomer(account: ProviderAccount, customerId: string, data: CustomerData): Promise<Refused | null> {
    const updated = await orRefused(() => this.clients.of(account).customers.update(customerId, customerParams(data)));
    return 'refused' in updated ? updated : null;
  }

  async deleteCustomer(account: ProviderAccount, customerId: string): Promise<Refused | null> {
    const deleted = await orRefused(() => ifThere(() => this.clients.of(account).customers.del(customerId)));
    return deleted && 'refused' in deleted ? deleted : null;
  }
}
