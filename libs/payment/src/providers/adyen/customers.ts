import type { ProviderAccount } from '../ports/account.js';
import type { Refused } from '../ports/connections.js';
import type { CreatedCustomer, CustomerData, CustomersPort } from '../ports/customers.js';
import { orRefused } from './answers.js';
import type { AdyenMethods } from './methods.js';

/** Payers at Adyen. */
export class AdyenCustomers implements CustomersPort {
  constructor(private readonly methods: AdyenMethods) {}

  /** Adyen knows a customer by the caller's id; its payer agrees on the page that follows. */
  createCustomer(_account: ProviderAccount, { externalId }: CustomerData): Promise<CreatedCustomer> {
    return Promise.resolve({ id: externalId, awaitsPayer: true });
  }

  findCustomer(): Promise<null> {
    return Promise.resolve(null);
  }

  /** Nothing is sent to Adyen (webhooks, section 10.1). */
  updateCustomer(): Promise<null> {
    return Promise.resolve(null);
  }

  /** Removes the stored methods; Adyen stores nothing else. */
  async deleteCustomer(account: ProviderAccount, customerId: string): Promise<Refused | null> {
    const methods = await orRefused(() => this.methods.all(account, customerId));
    if ('refused' in methods) return methods;
    for (const { id } of methods) if (id !== undefined) await this.methods.detachMethod(account, customerId, id);
    return null;
  }
}
