import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { JobPayload } from '@tollgate/contracts';
import { Clock, isId, Jobs, keyOfText, Passes } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import type { InboundDelivery } from '../providers/payment-provider.js';
import { findSender } from '../model/repositories/provider-connections.repository.js';
import { deleteOldEvents, waitingEvents } from '../model/repositories/provider-events.repository.js';
import { ProviderEventsService } from './provider-events.service.js';

const parallelJobs = 8;
/** Providers whose events come from outside, with the body of the answer to an accepted delivery. */
const acceptances: ReadonlyMap<string, string> = new Map([
  ['stripe', ''],
  ['gocardless', ''],
  ['adyen', '[accepted]'],
]);

/** Where a delivery came to. */
export interface InboundAddress {
  provider: string;
  organizationId: string;
  /** The code of the connection. */
  code: string;
}

/** Stores the events of providers at once, and applies them in the background (webhooks, section 13). */
@Injectable()
export class InboundEvents implements OnApplicationBootstrap {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly events: ProviderEventsService,
    private readonly passes: Passes,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('payment-event', (payload) => this.apply(payload), parallelJobs);
    await this.jobs.reconcileEvery('payment-event-sweep', () => this.reconcile());
  }

  /** @returns the body of the answer once the events are stored; null for a wrong signature or an unknown connection */
  async receive({ provider, organizationId, code }: InboundAddress, delivery: InboundDelivery): Promise<string | null> {
    const acceptance = acceptances.get(provider);
    if (acceptance === undefined || !isId(organizationId)) return null;
    const connection = await this.database.tenant(organizationId, (transaction) =>
      findSender(transaction, provider, code),
    );
    if (!connection) return null;
    const ids = await this.events.store(organizationId, connection.id, delivery);
    for (const id of ids ?? []) await this.queue(organizationId, connection.id, id);
    return ids === null ? null : acceptance;
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

  private async apply(payload: JobPayload<'payment-event'>): Promise<void> {
    const { organization_id: organizationId, connection_id: connectionId, event_id: eventId } = payload;
    const at = await this.clock.now(organizationId);
    await this.events.apply(organizationId, connectionId, eventId, at);
  }

  /** Queues stored events again after the loss of their jobs, and deletes events after their time. */
  private async reconcile(): Promise<void> {
    await this.passes.steps('payment-event-sweep', {
      waiting: () => this.queueWaiting(),
      old: () => this.database.everyTenant(deleteOldEvents),
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
