import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { OwnRetention } from '@tollgate/identity/reader';
import { isId, Jobs, keyOfText, Passes, type TenantTransaction } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import {
  connectionsByIds,
  findSender,
  type ConnectionRow,
} from '../model/connections/provider-connections.repository.js';
import { deleteOldEvents, storeEvents, waitingEvents } from '../model/connections/provider-events.repository.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import type { InboundDelivery } from '../providers/ports/events.js';
import { declaredProvider } from '../providers/registry.js';
import { areStorable } from './storable-events.rules.js';

/** Events that one run deletes (webhooks, section 13). */
const deletedAtOnce = 1_000;

/** Where a delivery came to. */
export interface InboundAddress {
  provider: string;
  organizationId: string;
  /** The code of the connection. */
  code: string;
}

/** The stored events of a delivery. */
interface Stored {
  connectionId: string;
  eventIds: string[];
}

type FindSender = (transaction: TenantTransaction) => Promise<ConnectionRow | undefined>;

/** Stores the events of providers at once (webhooks, section 13); jobs apply them. */
@Injectable()
export class ReceiveDelivery implements OnApplicationBootstrap {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly providers: PaymentProviders,
    private readonly jobs: Jobs,
    private readonly passes: Passes,
    private readonly retention: OwnRetention,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.reconcileEvery('payment-event-sweep', () => this.reconcile());
  }

  /** @returns the body of the answer once the events are stored; null for a wrong signature or an unknown connection */
  async receive({ provider, organizationId, code }: InboundAddress, delivery: InboundDelivery): Promise<string | null> {
    const acceptance = declaredProvider(provider)?.acceptance ?? null;
    if (acceptance === null || !isId(organizationId)) return null;
    const stored = await this.store(organizationId, (transaction) => findSender(transaction, provider, code), delivery);
    if (!stored) return null;
    for (const id of stored.eventIds) await this.queue(organizationId, stored.connectionId, id);
    return acceptance;
  }

  /** Stores a delivery of a provider in this process; the caller applies its events. @returns their ids */
  async receiveFrom(organizationId: string, connectionId: string, delivery: InboundDelivery): Promise<string[]> {
    const find: FindSender = async (transaction) =>
      (await connectionsByIds(transaction, [connectionId])).get(connectionId);
    return (await this.store(organizationId, find, delivery))?.eventIds ?? [];
  }

  /**
   * Finds the connection of a delivery, checks the signature by its secret, and stores the events, each once: one
   * transaction. Also a removed connection still reports outcomes of its payments.
   * @returns null for a delivery to refuse, with a text that cannot be stored as well
   */
  private store(organizationId: string, find: FindSender, delivery: InboundDelivery): Promise<Stored | null> {
    return this.database.tenant(organizationId, async (transaction) => {
      const connection = await find(transaction);
      if (!connection) return null;
      const { ports, account } = this.providers.at(connection);
      const events = ports.events.openDelivery(account, delivery, Date.now());
      if (events === null || !areStorable(events)) return null;
      await storeEvents(transaction, connection.id, events);
      return { connectionId: connection.id, eventIds: events.map(({ id }) => id) };
    });
  }

  private async queue(organizationId: string, connectionId: string, eventId: string): Promise<void> {
    const payload = {
      organization_id: organizationId,
      request_id: null,
      connection_id: connectionId,
      event_id: eventId,
    };
    await this.jobs.add('payment-event', payload, { id: `${connectionId}/${keyOfText(eventId)}` });
  }

  /** Queues stored events again after the loss of their jobs, and deletes events after their time. */
  private async reconcile(): Promise<void> {
    await this.passes.steps('payment-event-sweep', {
      waiting: () => this.queueWaiting(),
      old: () =>
        this.database.everyTenant((transaction) =>
          deleteOldEvents(transaction, this.retention.oldest('provider_events'), deletedAtOnce),
        ),
      own: () => this.retention.remove(this.database, 'provider_events', deleteOldEvents),
    });
  }

  private async queueWaiting(): Promise<void> {
    await this.passes.each(
      {
        name: 'payment-event-sweep',
        failure: 'an event of a provider was not queued; it stays due',
        about: ({ organization_id, connection_id, event_id }) => ({ organization_id, connection_id, event_id }),
      },
      await this.database.everyTenant(waitingEvents),
      ({ organization_id, connection_id, event_id }) => this.queue(organization_id, connection_id, event_id),
    );
  }
}
