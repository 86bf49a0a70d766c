import type { ProviderAccount } from '../ports/account.js';
import type { Refused } from '../ports/connections.js';
import type { CreatedCustomer, CustomerData, CustomersPort } from '../ports/customers.js';
import { callGoCardless, ifThere, orRefused } from './answers.js';
import type { GoCardlessClients } from './gocardless-clients.js';
import { customerParams } from './requests.rules.js';

/** Customers of an account that a search reads, in pages. */
const mostPages = 10;
const pageSize = 500;

/** Customers at GoCardless. */
export class GoCardlessCustomers implements CustomersPort {
  constructor(private readonly clients: GoCardlessClients) {}

  async createCustomer(account: ProviderAccount, data: CustomerData, key: string): Promise<CreatedCustomer | Refused> {
    const params = customerParams(data);
    const made = await orRefused(() => this.clients.of(account).customers.create(params, key));
    if ('refused' in made) return made;
    if (made.id === undefined) throw new Error('GoCardless: the customer came without its id');
    return { id: made.id };
  }

  /** Reads the customers, newest first, up to the one with our id. */
  async findCustomer(account: ProviderAccount, ourId: string): Promise<CreatedCustomer | null> {
    const client = this.clients.of(account);
    let after: string | null = null;
    for (let page = 0; page < mostPages; page += 1) {
      const cursor: { after?: string } = after === null ? {} : { after };
      const filters = { limit: pageSize, ...cursor };
      const { customers, meta } = await callGoCardless(() => client.customers.list(filters));
      const found = customers.find(({ metadata }) => metadata?.['svc_customer_id'] === ourId);
      if (found?.id !== undefined) return { id: found.id };
      after = meta.cursors.after ?? null;
      if (after === null) break;
    }
    return null;
  }

  /** Nothing is sent to GoCardless (webhooks, section 10.1). */
  updateCustomer(): Promise<null> {
    return Promise.resolve(null);
  }

  async deleteCustomer(account: ProviderAccount, customerId: string): Promise<Refused | null> {
    const removed = await orRefused(() => ifThere(() => this.clients.of(account).customers.remove(customerId)));
    return removed && 'refused' in removed ? removed : null;
  }
}
