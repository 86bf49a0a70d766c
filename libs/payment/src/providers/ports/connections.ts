import type { ProviderError } from '../../model/payments/payments.tables.js';
import type { ProviderAccount } from './account.js';

/** A refusal of a provider, in its own words. It is final; an unknown outcome is an exception. */
export interface Refused {
  refused: ProviderError;
}

/** Whether a provider takes calls of a connection. */
export interface ProviderHealth {
  /** `refused`: the key lacks validity or rights. `unavailable`: the provider does not answer. */
  status: 'working' | 'refused' | 'unavailable';
  error: ProviderError | null;
  /** The account that the key reaches; absent where the provider does not state it. */
  accountId?: string;
}

/** The connection itself (webhooks, section 11.1). */
export interface ConnectionsPort {
  /** Checks the key and its rights, by calls that change nothing. */
  checkHealth(account: ProviderAccount): Promise<ProviderHealth>;
}

/** The inbound endpoint of a connection, as its provider knows it. */
export interface InboundEndpoint {
  id: string;
  /** The secret that signs events. */
  secret: string;
}

/** Addresses of events that we enter at the provider. Without this port, people enter them, or none is needed. */
export interface EndpointsPort {
  /** The events that a registered endpoint gets, as text: a change of it changes the endpoints. */
  readonly events: string;
  /** Has the provider send its events to an address, and to it only once. */
  registerEndpoint(account: ProviderAccount, url: string): Promise<InboundEndpoint | Refused>;
  /** Has an endpoint get all events at this address. @returns a refusal, also when the endpoint is gone */
  moveEndpoint(account: ProviderAccount, endpointId: string, url: string): Promise<Refused | null>;
  /** Stops the events to an endpoint; an unknown one counts as stopped. */
  removeEndpoint(account: ProviderAccount, endpointId: string): Promise<void>;
}
