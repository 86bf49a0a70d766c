import type { ProviderAccount } from './account.js';
import type { Refused } from './connections.js';

/** The data of a customer that its provider stores. */
export interface CustomerData {
  /** Our id and the caller's id. */
  id: string;
  externalId: string;
  name: string | null;
  /** The parts of the name. A customer that was frozen by an earlier version has none. */
  names?: CustomerNames;
  email: string | null;
  phone: string | null;
  address: CustomerAddress;
  /** Ways to pay that the customer may use, such as `card`. */
  methodTypes: readonly string[];
}

/** The name of a company, and those of a person. */
export interface CustomerNames {
  company: string | null;
  first: string | null;
  last: string | null;
}

export interface CustomerAddress {
  line1: string | null;
  line2: string | null;
  city: string | null;
  postalCode: string | null;
  state: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

/** A customer that a provider created. */
export interface CreatedCustomer {
  id: string;
  /** Whether the customer exists there only when its payer has agreed on a page: an event reports that. */
  awaitsPayer?: boolean;
}

/** Customers at the provider (webhooks, section 11.2). */
export interface CustomersPort {
  /** Creates a customer, once for a key. @returns its id there */
  createCustomer(account: ProviderAccount, data: CustomerData, key: string): Promise<CreatedCustomer | Refused>;
  /** Finds the customer that was made for ours, without making one; null for none. */
  findCustomer(account: ProviderAccount, ourId: string): Promise<CreatedCustomer | null>;
  /** Sends changed data; a provider that stores none takes it without a call. */
  updateCustomer(account: ProviderAccount, customerId: string, data: CustomerData): Promise<Refused | null>;
  /** Deletes a customer with its methods; an unknown one counts as deleted. */
  deleteCustomer(account: ProviderAccount, customerId: string): Promise<Refused | null>;
}
