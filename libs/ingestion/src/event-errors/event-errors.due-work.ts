import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { DueInstant, DuePhase } from '@tollgate/contracts';
import { readMetricCodes } from '@tollgate/catalog/reader';
import { Clock, DueWorkRegistry, Logger, newId, type DueWork, type Instant } from '@tollgate/platform';
import { IngestionDatabase } from '../ingestion.database.js';
import { EventChecks, hourMs } from './event-checks.js';
import { nextCheck, organizationsWithChecks, takeCheck } from './event-checks.repository.js';
import { FaultyEventsReader } from './faulty-events.reader.js';

/** The next tick goes on. */
const longestPassMs = 30_000;

/**
 * Looks through the events of an hour five minutes after its end, and tells which are faulty (metering, section 2.5).
 * Organizations take turns, an hour at a time; one whose events cannot be read holds up nobody else.
 */
@Injectable()
export class EventErrorsDueWork implements DueWork, OnModuleInit {
  constructor(
    private readonly database: IngestionDatabase,
    private readonly registry: DueWorkRegistry,
    private readonly clock: Clock,
    private readonly events: FaultyEventsReader,
    private readonly checks: EventChecks,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.registry.offer('ingestion', this);
  }

  async next(organizationId: string): Promise<DueInstant[]> {
    const at = await this.database.tenant(organizationId, (transaction) => nextCheck(transaction));
    return at ? [{ phase: 'alert', at: at.getTime() }] : [];
  }

  async run(organizationId: string | null, phase: DuePhase, until: Instant): Promise<number> {
    if (phase !== 'alert') return 0;
    const due = new Date(until);
    return organizationId === null ? this.pass(due) : this.drain(organizationId, due);
  }

  private async pass(due: Date): Promise<number> {
    const waiting = await this.database.everyTenant((transaction) => organizationsWithChecks(transaction, due));
    const deadline = Date.now() + longestPassMs;
    let done = 0;
    for (let each = waiting.shift(); each !== undefined && Date.now() < deadline; each = waiting.shift()) {
      try {
        if (!(await this.check(each, due))) continue;
        done++;
        waiting.push(each);
      } catch (error) {
        this.logger.error('events of an hour were not looked through; they stay due', { organization_id: each, error });
      }
    }
    return done;
  }

  /** All hours of an organization that are due: its clock waits until they are looked through. */
  private async drain(organizationId: string, due: Date): Promise<number> {
    let done = 0;
    while (await this.check(organizationId, due)) done++;
    return done;
  }

  /** @returns false when nothing is due */
  private async check(organizationId: string, until: Date): Promise<boolean> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const hour = await takeCheck(transaction, until);
      if (!hour) return false;
      const from = hour.getTime();
      this.checks.forget(organizationId, from);
      const metrics = await readMetricCodes(transaction);
      const found = await this.events.find(organizationId, metrics, from, from + hourMs);
      if (Object.values(found).every((ids: string[]) => ids.length === 0)) return true;
      const payload = { check_id: newId(), ...found };
      await transaction.append('events.errors', organizationId, payload, now);
      return true;
    });
  }
}
