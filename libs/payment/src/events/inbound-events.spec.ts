import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { newId, type Clock, type Jobs, type Passes } from '@tollgate/platform';
import type { PaymentDatabase } from '../payment.database.js';
import type { PaymentProviders } from '../providers/payment-providers.js';
import type { ProviderOutages } from '../providers/provider-outages.js';
import { openDelivery } from '../providers/gocardless/events.js';
import type { InboundDelivery } from '../providers/payment-provider.js';
import type { EventEffects } from './event-effects.service.js';
import { InboundEvents } from './inbound-events.service.js';
import { ProviderEventsService } from './provider-events.service.js';

const secret = 'of the connection';
const [organizationId, connectionId] = [newId(), newId()];
const connection = { id: connectionId, organization_id: organizationId };

/** The intake of events, with the ids of queued jobs and the number of transactions. */
function intake() {
  const queued: string[] = [];
  let transactions = 0;
  // The first transaction finds the connection, the second its details, the third stores the events.
  const database = { tenant: () => Promise.resolve(transactions++ === 2 ? undefined : connection) };
  const provider = { openDelivery: (_: unknown, delivery: InboundDelivery) => openDelivery(secret, delivery) };
  const events = new ProviderEventsService(
    database as unknown as PaymentDatabase,
    { at: () => ({ provider, account: {} }) } as unknown as PaymentProviders,
    {} as ProviderOutages,
    {} as EventEffects,
  );
  const jobs = { add: (_: string, __: object, { id }: { id: string }) => Promise.resolve(void queued.push(id)) };
  const inbound = new InboundEvents(
    database as unknown as PaymentDatabase,
    {} as Clock,
    jobs as unknown as Jobs,
    events,
    {} as Passes,
  );
  const receive = (id: string) => {
    const body = Buffer.from(JSON.stringify({ events: [{ id, resource_type: 'payments', action: 'paid_out' }] }));
    const headers = { 'webhook-signature': createHmac('sha256', secret).update(body).digest('hex') };
    return inbound.receive({ provider: 'gocardless', organizationId, code: 'main' }, { body, headers });
  };
  return { receive, queued, stored: () => transactions === 3 };
}

describe('a signed event of a payment provider (webhooks, section 13)', () => {
  it.each(['EV1', 'EV:0', 'a b/ä', 'x'.repeat(255)])('with the id %j is queued under a key without it', async (id) => {
    const { receive, queued, stored } = intake();
    expect([await receive(id), stored()]).toEqual(['', true]);
    expect(queued).toEqual([expect.stringMatching(new RegExp(`^${connectionId}/[0-9a-f]{64}$`))]);
  });

  it.each(['E\u0000', 'E\ud800', 'x'.repeat(256)])('with the id %j is refused before it is stored', async (id) => {
    const { receive, queued, stored } = intake();
    expect([await receive(id), stored()]).toEqual([null, false]);
    expect(queued).toEqual([]);
  });
});
