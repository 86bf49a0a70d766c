import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { IngestionDatabase } from '../../ingestion.database.js';
import { insertChecks } from './event-checks.repository.js';

export const hourMs = 3_600_000;
/** Hours are checked five minutes after their end (metering, section 2.5). */
const delayMs = 5 * 60_000;

const hourOf = ({ received_at: at }: AcceptedEvent) => Math.floor(at / hourMs) * hourMs;

/** Records the hours that received possibly faulty events, so that only those are checked. */
@Injectable()
export class EventChecks {
  private readonly recorded = new LRUCache<string, true>({ max: 50_000, ttl: hourMs });

  constructor(private readonly database: IngestionDatabase) {}

  /** Durable when it resolves. */
  async record(faulty: AcceptedEvent[]): Promise<void> {
    const hours = new Map<string, Set<number>>();
    for (const event of faulty) {
      if (this.recorded.has(`${event.organization_id} ${hourOf(event)}`)) continue;
      hours.set(event.organization_id, (hours.get(event.organization_id) ?? new Set()).add(hourOf(event)));
    }
    for (const [organizationId, organizationHours] of hours) {
      const checks = [...organizationHours].map((hour) => ({
        hour: new Date(hour),
        due_at: new Date(hour + hourMs + delayMs),
      }));
      await this.database.tenant(organizationId, (transaction) => insertChecks(transaction, checks));
      for (const hour of organizationHours) this.recorded.set(`${organizationId} ${hour}`, true);
    }
  }

  /** Drops a checked hour from the cache, so that a late event records it again. */
  evict(organizationId: string, hour: number): void {
    this.recorded.delete(`${organizationId} ${hour}`);
  }
}
