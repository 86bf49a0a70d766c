import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataRefused, groupBy, Parked, parkedReasonOf, type ParkedRow } from '@tollgate/platform';
import { presentEvent, type AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { nameId } from '../../model/accepted-events/name-id.js';
import { IngestionDatabase } from '../../ingestion.database.js';

export interface RefusedEvent {
  event: AcceptedEvent;
  reason: unknown;
}

const reasonOf = (error: unknown) =>
  error instanceof DataRefused
    ? { reason: error.code.toLowerCase(), details: String(error.cause) }
    : parkedReasonOf(error);

type Again = (events: AcceptedEvent[]) => Promise<void>;

/**
 * Accepted events that the usage store rejects. It parks each with its reason, so that the other events of the block
 * continue. The webhook `event.error` reports each to its sender; operators see them among the parked items.
 */
@Injectable()
export class RefusedEvents implements OnModuleInit {
  private again: Again | undefined;

  constructor(
    private readonly database: IngestionDatabase,
    private readonly parked: Parked,
  ) {}

  onModuleInit(): void {
    this.parked.register('ingestion', 'event', {
      retry: ({ payload }: ParkedRow) => this.retry(payload as AcceptedEvent),
    });
  }

  /** Sets how an event is written again. @throws when the store rejects it again */
  retryBy(again: Again): void {
    this.again = again;
  }

  /** Durable when it resolves; parking an event again yields the same item and the same message. */
  async park(refused: RefusedEvent[]): Promise<void> {
    for (const [organizationId, organizationRefused] of groupBy(refused, ({ event }) => event.organization_id)) {
      await this.database.tenant(organizationId, async (transaction) => {
        await this.parked.parkAll(
          transaction,
          organizationRefused.map(({ event, reason }) => ({
            service: 'ingestion' as const,
            kind: 'event',
            organizationId,
            key: event.id,
            ...reasonOf(reason),
            payload: event,
          })),
        );
        await transaction.appendAll(
          'event.error',
          organizationRefused.map(({ event }) => ({
            id: nameId('event.error', event.id),
            key: organizationId,
            occurredAt: event.received_at,
            payload: { event_id: event.id, errors: { event: ['value_is_invalid'] }, event: { ...presentEvent(event) } },
          })),
        );
      });
    }
  }

  private async retry(event: AcceptedEvent): Promise<void> {
    if (!this.again) throw new Error('The event log does not run in this process');
    await this.again([event]);
  }
}
