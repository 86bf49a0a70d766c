import type { MethodDetails } from '../../model/connections/providers.tables.js';
import type { ProviderAccount } from './account.js';
import type { Refused } from './connections.js';

/** A payment method at a provider. */
export interface ProviderMethod {
  id: string;
  /** Details for documents; null where the caller reads them (`describeMethod`). */
  details: MethodDetails | null;
  /** The payer's agreement to direct debits; null without one, and where the details name it. */
  mandateId: string | null;
}

/** Payment methods of customers (webhooks, section 14). */
export interface MethodsPort {
  /** Reads the method by which an existing customer pays; null without one. */
  findDefaultMethod(account: ProviderAccount, customerId: string): Promise<ProviderMethod | null | Refused>;
  /** Reads the details of a method for documents; null without any. */
  describeMethod(account: ProviderAccount, methodId: string): Promise<MethodDetails | null>;
  /** Has the provider's own records name a method as the customer's default. */
  makeDefault(account: ProviderAccount, customerId: string, methodId: string): Promise<void>;
  /** Removes a method, and its mandate; an unknown one counts as removed. */
  detachMethod(account: ProviderAccount, customerId: string, methodId: string): Promise<void>;
}
