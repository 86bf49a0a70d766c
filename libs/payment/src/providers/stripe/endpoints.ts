import type { ProviderAccount } from '../ports/account.js';
import type { EndpointsPort, InboundEndpoint, Refused } from '../ports/connections.js';
import { ifThere, orRefused } from './answers.js';
import { handledEvents } from './events.rules.js';
import { stripeVersion, type StripeClients } from './stripe-clients.js';

/** An account has fewer endpoints. */
const mostEndpoints = 100;

/** The endpoints of our events at Stripe (webhooks, section 11.1). */
export class StripeEndpoints implements EndpointsPort {
  readonly events = handledEvents.join();

  constructor(private readonly clients: StripeClients) {}

  /** Stripe shows the secret only in the answer to the creation. An endpoint whose answer was lost is replaced. */
  async registerEndpoint(account: ProviderAccount, url: string): Promise<InboundEndpoint | Refused> {
    const { webhookEndpoints } = this.clients.of(account);
    const made = await orRefused(async () => {
      const { data } = await webhookEndpoints.list({ limit: mostEndpoints });
      for (const { id } of data.filter((endpoint) => endpoint.url === url)) await webhookEndpoints.del(id);
      return webhookEndpoints.create({
        url,
        enabled_events: handledEvents,
        api_version: stripeVersion,
        description: 'Tollgate',
      });
    });
    if ('refused' in made) return made;
    if (made.secret === undefined) throw new Error('Stripe: the endpoint came without its secret');
    return { id: made.id, secret: made.secret };
  }

  async moveEndpoint(account: ProviderAccount, endpointId: string, url: string): Promise<Refused | null> {
    const changes = { url, enabled_events: handledEvents };
    const moved = await orRefused(() => this.clients.of(account).webhookEndpoints.update(endpointId, changes));
    return 'refused' in moved ? moved : null;
  }

  async removeEndpoint(account: ProviderAccount, endpointId: string): Promise<void> {
    await ifThere(() => this.clients.of(account).webhookEndpoints.del(endpointId));
  }
}
