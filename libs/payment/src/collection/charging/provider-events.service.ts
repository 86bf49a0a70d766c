import type { Instant } from '@tollgate/platform';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { PaymentDatabase } from '../../payment.database.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { connectionsByIds } from '../../model/repositories/provider-connections.repository.js';
import { tables } from '../../model/tables/payment.tables.js';
import { OutcomesService } from './outcomes.service.js';

/** Events that providers send (webhooks, section 13). */
@Injectable()
export class ProviderEventsService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly providers: PaymentProviders,
    private readonly outcomes: OutcomesService,
  ) {}

  /** Stores an event and applies it; applies a repeated event once. @param at Unix ms */
  async receive(
    organizationId: string,
    connectionId: string,
    payload: Record<string, unknown>,
    at: Instant,
  ): Promise<void> {
    const event = await this.database.tenant(organizationId, async (transaction) => {
      const connection = (await connectionsByIds(transaction, [connectionId])).get(connectionId);
      const read = connection ? this.providers.forConnection(connection).readEvent(payload) : null;
      if (!read) return null;
      await sql`
        insert into payment.provider_events (organization_id, connection_id, event_id, payload, received_at)
        values (${organizationId}, ${connectionId}, ${read.id}, ${JSON.stringify(payload)}::jsonb, ${new Date(at)})
        on conflict (connection_id, event_id) do nothing
      `.execute(transaction);
      const storedEvent = await tables(transaction)
        .selectFrom('payment.provider_events')
        .select('handled_at')
        .where('connection_id', '=', connectionId)
        .where('event_id', '=', read.id)
        .executeTakeFirstOrThrow();
      return storedEvent.handled_at === null ? read : null;
    });
    if (!event) return;
    await this.outcomes.apply(organizationId, event.chargeKey, event.outcome, 'event', at);
    await this.database.tenant(organizationId, (transaction) =>
      tables(transaction)
        .updateTable('payment.provider_events')
        .set({ handled_at: new Date(at) })
        .where('connection_id', '=', connectionId)
        .where('event_id', '=', event.id)
        .execute(),
    );
  }
}
