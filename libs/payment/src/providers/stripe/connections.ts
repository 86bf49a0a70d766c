import type { ProviderAccount } from '../ports/account.js';
import type { ConnectionsPort, ProviderHealth } from '../ports/connections.js';
import { checkRights } from './rights.js';
import type { StripeClients } from './stripe-clients.js';

/** Connections to Stripe (webhooks, section 11.1). */
export class StripeConnections implements ConnectionsPort {
  constructor(private readonly clients: StripeClients) {}

  checkHealth(account: ProviderAccount): Promise<ProviderHealth> {
    return checkRights(this.clients.of(account));
  }
}
