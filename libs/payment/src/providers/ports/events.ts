import type { Instant } from '@tollgate/platform';
import type { ProviderAccount } from './account.js';
import type { ProviderEvent } from './meanings.js';

/** An inbound request of a provider, byte for byte: the signature covers it. */
export interface InboundDelivery {
  body: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** An event whose signature is right. */
export interface InboundEvent {
  /** Its id, the same in each delivery. */
  id: string;
  payload: Record<string, unknown>;
}

/** Events that the provider sends (webhooks, section 13). */
export interface EventsPort {
  /**
   * Checks the signature of a delivery before it parses the body. @param now Unix ms, of the wall clock
   * @returns its events; null for a wrong signature or an unreadable body
   */
  openDelivery(account: ProviderAccount, delivery: InboundDelivery, now: Instant): InboundEvent[] | null;
  /**
   * Reads the meaning of an event; null for foreign and irrelevant ones. Where events name an object alone, this reads
   * the object: then its present state counts, in whatever order events come.
   */
  readEvent(account: ProviderAccount, event: InboundEvent): Promise<ProviderEvent | null>;
}
