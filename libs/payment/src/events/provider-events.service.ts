import { Injectable } from '@nestjs/common';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import type { InboundDelivery, InboundEvent } from '../providers/payment-provider.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import { ProviderOutages } from '../providers/provider-outages.js';
import { connectionsByIds, type ConnectionRow } from '../model/repositories/provider-connections.repository.js';
import { findUnhandledEvent, markEventHandled, storeEvents } from '../model/repositories/provider-events.repository.js';
import { EventEffects } from './event-effects.service.js';
import { areStorable } from './storable-events.rules.js';

/** Events that providers send (webhooks, section 13): stored first, then applied, each once. */
@Injectable()
export class ProviderEventsService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly providers: PaymentProviders,
    private readonly outages: ProviderOutages,
    private readonly effects: EventEffects,
  ) {}

  /**
   * Stores the events of a delivery whose signature is right; a repeated event is stored once.
   * @returns the ids of the events; null for a delivery to refuse, with a text that cannot be stored as well
   */
  async store(organizationId: string, connectionId: string, delivery: InboundDelivery): Promise<string[] | null> {
    const connection = await this.database.tenant(organizationId, (transaction) =>
      findConnected(transaction, connectionId),
    );
    if (!connection) return null;
    const { provider, account } = this.providers.at(connection);
    const events = provider.openDelivery(account, delivery, Date.now());
    if (events === null || !areStorable(events)) return null;
    await this.database.tenant(organizationId, (transaction) => storeEvents(transaction, connectionId, events));
    return events.map(({ id }) => id);
  }

  /** Applies a stored event, unless it was applied already. @param at the organization's time, Unix ms */
  async apply(organizationId: string, connectionId: string, eventId: string, at: Instant): Promise<void> {
    const loaded = await this.database.tenant(organizationId, async (transaction) => {
      const payload = await findUnhandledEvent(transaction, connectionId, eventId);
      const connection = payload && (await findConnected(transaction, connectionId));
      return connection ? { event: { id: eventId, payload }, connection } : null;
    });
    if (!loaded) return;
    await this.applyOne(loaded.connection, loaded.event, at);
    await this.database.tenant(organizationId, (transaction) =>
      markEventHandled(transaction, connectionId, eventId, at),
    );
  }

  /** Stores and applies the events of a delivery. */
  async receive(organizationId: string, connectionId: string, delivery: InboundDelivery, at: Instant): Promise<void> {
    for (const id of (await this.store(organizationId, connectionId, delivery)) ?? [])
      await this.apply(organizationId, connectionId, id, at);
  }

  private async applyOne(connection: ConnectionRow, event: InboundEvent, at: Instant): Promise<void> {
    const { provider, account } = this.providers.at(connection);
    await this.outages.around(connection, async () => {
      const meaning = await provider.readEvent(account, event);
      if (meaning) await this.effects.apply(connection, meaning, at);
    });
  }
}

/** Also a removed connection still reports outcomes of its payments. */
const findConnected = async (transaction: TenantTransaction, id: string): Promise<ConnectionRow | undefined> =>
  (await connectionsByIds(transaction, [id])).get(id);
