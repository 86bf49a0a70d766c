import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { DueInstant, DuePhase } from '@tollgate/contracts';
import { readMetricCodes } from '@tollgate/catalog/reader';
import { Clock, DueWorkRegistry, newId, type DueWork } from '@tollgate/platform';
import { IngestionDatabase } from '../ingestion.database.js';
import { EventChecks, hourMs } from './event-checks.js';
import { nextCheck, organizationsWithChecks, takeCheck } from './event-checks.repository.js';
import { FaultyEventsReader } from './faulty-events.reader.js';

/** Looks through the events of an hour five minutes after its end, and tells which are faulty (metering, section 2.5). */
@Injectable()
export class EventErrorsDueWork implements DueWork, OnModuleInit {
  constructor(
    private readonly database: IngestionDatabase,
    private readonly registry: DueWorkRegistry,
    private readonly clock: Clock,
    private readonly events: FaultyEventsReader,
    private readonly checks: EventChecks,
  ) {}

  onModuleInit(): void {
    this.registry.offer('ingestion', this);
  }

  async next(organizationId: string): Promise<DueInstant[]> {
    const at = await this.database.tenant(organizationId, (transaction) => nextCheck(transaction, organizationId));
    return at ? [{ phase: 'alert', at: at.getTime() }] : [];
  }

  async run(organizationId: string | null, phase: DuePhase, until: number): Promise<number> {
    if (phase !== 'alert') return 0;
    const due = new Date(until);
    const organizations = organizationId ? [organizationId] : await this.database.everyTenant((transaction) => organizationsWithChecks(transaction, due));
    let done = 0;
    for (const each of organizations) while (await this.check(each, due)) done++;
    return done;
  }

  /** @returns false when nothing is due */
  private async check(organizationId: string, until: Date): Promise<boolean> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const hour = await takeCheck(transaction, organizationId, until);
      if (!hour) return false;
      const from = hour.getTime();
      this.checks.forget(organizationId, from);
      const metrics = await readMetricCodes(transaction, organizationId);
      const found = await this.events.find(organizationId, metrics, from, from + hourMs);
      if (Object.values(found).every((ids: string[]) => ids.length === 0)) return true;
      const payload = { check_id: newId(), ...found };
      await this.database.append(transaction, organizationId, 'events.errors', organizationId, payload, now);
      return true;
    });
  }
}
