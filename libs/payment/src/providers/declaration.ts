import type { ConnectableProvider, DeclineReason, PublishedProvider } from '@tollgate/contracts';
import type { Config } from '@tollgate/platform';
import type { PaymentDatabase } from '../payment.database.js';
import type { ProviderCurrencies } from './currency-units.rules.js';
import type { ProviderSettings } from './ports/account.js';
import type { ProviderPorts } from './ports/ports.js';

/** The parts of the process that providers use. */
export interface ProviderParts {
  config: Config;
  database: PaymentDatabase;
}

/** A field of a connection that shows whether its money is real. */
export type KeyField = 'secret_key' | keyof ProviderSettings;

/**
 * A payment provider, all in one place: what is published of it, and what this service needs beside that. Nothing
 * outside of its folder branches on its name.
 */
export interface ProviderDeclaration extends PublishedProvider {
  name: ConnectableProvider;
  /** The currencies that it publishes, with their units; null for one that takes every amount as it is. */
  currencies: ProviderCurrencies | null;
  /** The reason that the customer sees for its code of a declined payment; `declined` for all other codes. */
  declines: ReadonlyMap<string, DeclineReason>;
  /** The body of the answer to an accepted delivery of events; null for one whose events do not come from outside. */
  acceptance: string | null;
  /** Whether it makes the secret of its events; otherwise people enter it. */
  makesEventSecret: boolean;
  /** The field by which a connection moves real money, which a sandbox organization must not; null for none. */
  liveField(key: string | null, settings: ProviderSettings): KeyField | null;
  /** Loads what it does. The declaration itself is free of SDKs, so each process can read it. */
  open(parts: ProviderParts): Promise<ProviderPorts>;
}

/** Keys of most providers name their environment. @returns the field of a live key; null for others */
export const liveKey = (key: string | null): 'secret_key' | null =>
  /^[a-z]+_live_/.test(key ?? '') ? 'secret_key' : null;
