import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { DueInstant, DuePhase } from '@tollgate/contracts';
import {
  roundRobin,
  Clock,
  DueWorkRegistry,
  newId,
  sumOf,
  Passes,
  type DueWork,
  type Instant,
} from '@tollgate/platform';
import { IngestionDatabase } from '../../ingestion.database.js';
import { EventChecks, hourMs } from './event-checks.js';
import { nextCheck, organizationsWithChecks, takeCheck } from './event-checks.repository.js';
import { storeErrorHour } from './event-error-hours.repository.js';
import { FaultyEventsReader } from '../faulty-events/faulty-events.reader.js';
import { readDatedCodes } from '../faulty-events/judgements.repository.js';

/** After this long the pass ends; the next tick continues. */
const longestPassMs = 30_000;

/**
 * Checks the events of an hour five minutes after its end, and publishes the faulty ones (metering, section 2.5).
 * Organizations are processed round-robin, an hour at a time. An organization whose events cannot be read does not
 * block the others.
 */
@Injectable()
export class EventErrorsDueWork implements DueWork, OnModuleInit {
  constructor(
    private readonly database: IngestionDatabase,
    private readonly registry: DueWorkRegistry,
    private readonly clock: Clock,
    private readonly events: FaultyEventsReader,
    private readonly checks: EventChecks,
    private readonly passes: Passes,
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
    const dueUntil = new Date(until);
    return organizationId === null ? this.pass(dueUntil) : this.drain(organizationId, dueUntil);
  }

  private async pass(dueUntil: Date): Promise<number> {
    const waiting = await this.database.everyTenant((transaction) => organizationsWithChecks(transaction, dueUntil));
    const deadline = Date.now() + longestPassMs;
    const done = await this.passes.each(
      {
        name: 'event-errors',
        failure: 'events of an hour were not checked; they stay due',
        about: (id) => ({ organization_id: id }),
      },
      roundRobin(waiting),
      async (id) => {
        if (Date.now() >= deadline || !(await this.check(id, dueUntil))) return 0;
        waiting.push(id);
        return 1;
      },
    );
    return sumOf(done);
  }

  /** Checks all due hours of an organization; its clock waits for that. */
  private async drain(organizationId: string, dueUntil: Date): Promise<number> {
    let done = 0;
    while (await this.check(organizationId, dueUntil)) done++;
    return done;
  }

  /** @returns false when no hour is due */
  private async check(organizationId: string, until: Date): Promise<boolean> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const hour = await takeCheck(transaction, until);
      if (!hour) return false;
      const from = hour.getTime();
      this.checks.evict(organizationId, from);
      const metrics = await readDatedCodes(transaction);
      const faulty = await this.events.find(organizationId, metrics, from, from + hourMs);
      const counts = Object.entries(faulty).map(([error, ids]: [string, string[]]) => [error, ids.length] as const);
      await storeErrorHour(transaction, hour, Object.fromEntries(counts));
      if (counts.every(([, count]) => count === 0)) return true;
      const payload = { check_id: newId(), ...faulty };
      await transaction.append('events.errors', organizationId, payload, now);
      return true;
    });
  }
}
