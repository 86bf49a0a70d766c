import { readBillingEntities } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import { paysByTransfer } from '../customers/customer-links.js';
import { findProviderCustomer, setDue, type ProviderCustomerRow } from '../customers/provider-customers.repository.js';

/** The inputs of a customer's instructions; a change makes the instructions due again. */
export interface InstructionsScope {
  connectionId: string;
  providerCustomerId: string;
  /** ISO 4217. */
  currency: string;
  /** The country of the account, where the currency has several; ISO 3166-1 alpha-2. */
  countries: { customer: string | null; issuer: string | null };
  /** The language of the customer's documents. */
  language: string;
}

/** A text that compares scopes. */
export const scopeText = ({ connectionId, providerCustomerId, currency, countries, language }: InstructionsScope) =>
  JSON.stringify([connectionId, providerCustomerId, currency, countries.customer, countries.issuer, language]);

/**
 * Finds for what the bank accounts of a customer must be read: it pays by bank transfer, and its currency is known. Null
 * when they are known already.
 */
export async function dueInstructions(
  transaction: TenantTransaction,
  row: ProviderCustomerRow,
): Promise<InstructionsScope | null> {
  const { customer_id: customerId, connection_id: connectionId, provider_customer_id: providerCustomerId } = row;
  if (!paysByTransfer(row) || providerCustomerId === null) return null;
  const customer = (await readEmbeddedCustomers(transaction, [customerId])).get(customerId);
  if (!customer?.currency) return null;
  const issuers = [...(await readBillingEntities(transaction)).values()];
  const issuer = issuers.find(({ code }) => code === customer.billing_entity_code);
  const scope = {
    connectionId,
    providerCustomerId,
    currency: customer.currency,
    countries: { customer: customer.country, issuer: issuer?.country ?? null },
    language: customer.billing_configuration.document_locale ?? issuer?.documentLocale ?? 'en',
  };
  return row.instructions_scope === scopeText(scope) ? null : scope;
}

/** Makes the link of a customer due, if its bank accounts must be read. */
export async function noteInstructions(transaction: TenantTransaction, customerId: string): Promise<void> {
  const row = await findProviderCustomer(transaction, customerId);
  if (row && (await dueInstructions(transaction, row))) await setDue(transaction, customerId, { is_due: true });
}
