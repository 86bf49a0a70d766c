import { createHash } from 'node:crypto';
import type { ProviderLinkView } from '@tollgate/subscription/reader';
import type { ProviderCustomerRow } from '../model/customers/provider-customers.repository.js';
import type { CustomerData } from '../providers/ports/customers.js';

/** A link that a customer has, with the connection of its code. */
export interface NeededLink extends Omit<ProviderLinkView, 'provider' | 'code'> {
  connectionId: string;
}

/** The change of a stored link that a changed customer requires. */
export type LinkChange =
  | { kind: 'none' }
  | { kind: 'remove' }
  | { kind: 'put'; providerCustomerId: string | null; replaces: boolean }
  | { kind: 'refresh'; isDue: boolean };

/** The fingerprint of the data that a provider stores of a customer. It does not follow the order of stored fields. */
export function digestOf({ id, externalId, name, email, phone, address }: CustomerData): string {
  const { line1, line2, city, postalCode, state, country } = address;
  const parts = [id, externalId, name, email, phone, line1, line2, city, postalCode, state, country];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Compares the link of a customer with the stored one (webhooks, section 10.1): another connection or id replaces it,
 * and changed data is due at the provider.
 * @param digest of the present data
 */
export function linkChange(
  stored: Pick<ProviderCustomerRow, 'connection_id' | 'provider_customer_id' | 'sent_digest' | 'is_due'> | undefined,
  needed: NeededLink | null,
  digest: string,
): LinkChange {
  if (!needed) return { kind: stored ? 'remove' : 'none' };
  const { connectionId, providerCustomerId } = needed;
  const isOther =
    stored?.connection_id !== connectionId ||
    (providerCustomerId !== null &&
      stored.provider_customer_id !== null &&
      stored.provider_customer_id !== providerCustomerId);
  if (!stored || isOther) return { kind: 'put', providerCustomerId, replaces: stored !== undefined };
  if (stored.provider_customer_id === null && providerCustomerId !== null)
    return { kind: 'put', providerCustomerId, replaces: false };
  return { kind: 'refresh', isDue: stored.is_due || stored.sent_digest !== digest };
}
