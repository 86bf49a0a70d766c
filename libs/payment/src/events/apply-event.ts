import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Clock, Jobs, keyOfText, Parked, type Instant, type TenantTransaction } from '@tollgate/platform';
import { AuthorizedCustomers } from '../customers/authorized-customers.service.js';
import { PaymentDatabase } from '../payment.database.js';
import { isOfAnotherOrganization } from '../model/connections/named-objects.repository.js';
import { connectionsByIds, type ConnectionRow } from '../model/connections/provider-connections.repository.js';
import { findEvent, markEventHandled, parkedEvent } from '../model/connections/provider-events.repository.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import type { InboundEvent } from '../providers/ports/events.js';
import type { EventKind, ProviderEvent } from '../providers/ports/meanings.js';
import { ProviderOutages } from '../providers/provider-outages.js';
import { ReportedCharges } from './reported-charges.service.js';
import { ReportedMethods } from './reported-methods.service.js';
import { ReportedRefunds } from './reported-refunds.service.js';
import { UnassignedEvent, type Unassigned } from './unassigned.js';
import { unknownObject } from './unassigned.rules.js';

const parallelJobs = 8;

/** A parked event, by its row. */
interface ParkedPayload {
  connection_id: string;
  event_id: string;
}

/**
 * Applies an event of a kind. Each may run twice: a success is final, and reports about it are passed on.
 * @returns why an event that is ours fits nothing here; null when it is applied, and for objects of other systems
 */
type Handler<K extends EventKind> = (
  connection: ConnectionRow,
  event: ProviderEvent<K>,
  at: Instant,
) => Promise<Unassigned | null>;

/** Applies the stored events of providers, each once (webhooks, section 11.6). */
@Injectable()
export class ApplyEvent implements OnModuleInit, OnApplicationBootstrap {
  private readonly handlers: { readonly [K in EventKind]: Handler<K> };

  constructor(
    private readonly database: PaymentDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly providers: PaymentProviders,
    private readonly outages: ProviderOutages,
    private readonly parked: Parked,
    charges: ReportedCharges,
    refunds: ReportedRefunds,
    methods: ReportedMethods,
    customers: AuthorizedCustomers,
  ) {
    this.handlers = {
      charge: (...event) => charges.applyCharge(...event),
      refund: (...event) => refunds.apply(...event),
      dispute: (connection, event) => charges.applyDispute(connection, event),
      method_attached: (...event) => methods.attach(...event),
      method_updated: (connection, event) => methods.update(connection, event),
      method_detached: (...event) => methods.detach(...event),
      default_changed: (...event) => methods.follow(...event),
      customer_authorized: async (connection, event, at) =>
        (await customers.apply(connection, event, at)) && unknownObject('customer', event.customerId),
      page_expired: () => Promise.resolve(null),
    };
  }

  onModuleInit(): void {
    this.parked.register('payment', parkedEvent, {
      retry: ({ organization_id: organizationId, payload }) =>
        this.applyAgain(organizationId, payload as ParkedPayload),
    });
  }

  onApplicationBootstrap(): void {
    this.jobs.work(
      'payment-event',
      async ({ organization_id: organizationId, connection_id, event_id }) =>
        this.apply(organizationId, connection_id, event_id, await this.clock.now(organizationId)),
      parallelJobs,
    );
  }

  /**
   * Applies a stored event, unless it was applied already. One that is ours and fits nothing here is parked.
   * @param at the organization's time, Unix ms
   */
  async apply(organizationId: string, connectionId: string, eventId: string, at: Instant): Promise<void> {
    const loaded = await this.load(organizationId, connectionId, eventId);
    if (!loaded || loaded.isHandled) return;
    const unassigned = await this.handle(loaded.connection, loaded.event, at);
    await this.database.tenant(organizationId, async (transaction) => {
      if (unassigned) await this.park(transaction, { connection_id: connectionId, event_id: eventId }, unassigned);
      await markEventHandled(transaction, connectionId, eventId, at);
    });
  }

  /** Applies a parked event. @throws UnassignedEvent when it still fits nothing here, or is deleted */
  private async applyAgain(organizationId: string, { connection_id, event_id }: ParkedPayload): Promise<void> {
    const loaded = await this.load(organizationId, connection_id, event_id);
    if (!loaded) throw new UnassignedEvent({ reason: 'unknown_event', details: 'The event is deleted.' });
    const at = await this.clock.now(organizationId);
    const unassigned = await this.handle(loaded.connection, loaded.event, at);
    if (unassigned) throw new UnassignedEvent(unassigned);
  }

  private async park(
    transaction: TenantTransaction,
    payload: ParkedPayload,
    { reason, details }: Unassigned,
  ): Promise<void> {
    await this.parked.park(transaction, {
      service: 'payment',
      kind: parkedEvent,
      organizationId: transaction.organizationId,
      key: `${payload.connection_id}/${keyOfText(payload.event_id)}`,
      reason,
      details,
      payload: { ...payload },
    });
  }

  private load(organizationId: string, connectionId: string, eventId: string) {
    return this.database.tenant(organizationId, async (transaction) => {
      const stored = await findEvent(transaction, connectionId, eventId);
      const connection = stored && (await connectionsByIds(transaction, [connectionId])).get(connectionId);
      if (!stored || !connection) return null;
      const event: InboundEvent = { id: eventId, payload: stored.payload };
      return { event, connection, isHandled: stored.handled_at !== null };
    });
  }

  private async handle(connection: ConnectionRow, event: InboundEvent, at: Instant): Promise<Unassigned | null> {
    const { ports, account } = this.providers.at(connection);
    const unassigned = await this.outages.around(connection, async () => {
      const meaning = await ports.events.readEvent(account, event);
      return meaning && this.handleMeaning(connection, meaning, at);
    });
    const isOurs = unassigned && !(await this.isOfAnother(connection, unassigned));
    return isOurs ? unassigned : null;
  }

  /** Organizations that share an account at a provider get each other's events (webhooks, section 11.6). */
  private async isOfAnother({ organization_id: ownId }: ConnectionRow, { id }: Unassigned): Promise<boolean> {
    return (
      id !== null && (await this.database.everyTenant((transaction) => isOfAnotherOrganization(transaction, id, ownId)))
    );
  }

  private handleMeaning<K extends EventKind>(
    connection: ConnectionRow,
    meaning: ProviderEvent<K>,
    at: Instant,
  ): Promise<Unassigned | null> {
    const handler: Handler<K> = this.handlers[meaning.kind];
    return handler(connection, meaning, at);
  }
}
