import { Injectable } from '@nestjs/common';
import type { Event, EventResend, FieldErrors } from '@tollgate/contracts';
import { currentContext, Unavailable, ValidationFailed, type Tenant } from '@tollgate/platform';
import type { ShownEvent } from '../../model/accepted-events/accepted-event.js';
import type { VoidedEventsTable } from '../../model/tables/voids.tables.js';
import { IngestionDatabase } from '../../ingestion.database.js';
import { EventsRepository } from '../events/events.repository.js';
import { EventsService } from '../events/events.service.js';
import { EventLog } from '../log/event-log.js';
import { findVoidsAmong, insertVoids } from '../voids/voids.repository.js';
import { VoidsService } from '../voids/voids.service.js';
import { correctedEvent } from './corrected-event.js';

/** The event or the earlier void of a transaction id, or the reason why it cannot be sent again. */
type Found = { event: ShownEvent } | { done: VoidedEventsTable } | { errors: FieldErrors };

/**
 * Sends events again with corrections (metering, section 2.11). The record of each void holds the corrected event:
 * the reconciler of voids finishes an interrupted call, and a repeated call does nothing twice.
 */
@Injectable()
export class ResendsService {
  constructor(
    private readonly database: IngestionDatabase,
    private readonly repository: EventsRepository,
    private readonly events: EventsService,
    private readonly log: EventLog,
    private readonly voids: VoidsService,
  ) {}

  /** @throws ValidationFailed by place, Unavailable; then nothing is voided or sent */
  async create(tenant: Tenant, input: EventResend): Promise<Event[]> {
    const { organizationId } = tenant;
    const ids = [...new Set(input.transaction_ids)];
    const found = await this.find(organizationId, ids, input.from_external_subscription_id ?? undefined);
    refuseAny(found.map((one) => ('errors' in one ? one.errors : null)));
    const corrected = found.flatMap((one) =>
      'event' in one ? [{ event: one.event, replacement: correctedEvent(one.event, input) }] : [],
    );
    if (corrected.length > 0) {
      const errors = await this.events.check(
        organizationId,
        corrected.map(({ replacement }) => replacement),
      );
      if (errors !== null) {
        const places = found.flatMap((one, place) => ('event' in one ? [place] : []));
        throw new ValidationFailed(
          Object.fromEntries(Object.entries(errors).map(([index, of]) => [String(places[Number(index)]), of])),
        );
      }
    }
    const recorded = await this.record(tenant, corrected);
    const repeated = found.flatMap((one) => ('done' in one ? [one.done] : []));
    const sent = await this.voids.finishAll(organizationId, [...recorded, ...repeated]);
    return ids.flatMap((id) => sent.get(id) ?? []);
  }

  /** Looks the events up; those that are on their way into the store are waited for. */
  private async find(organizationId: string, ids: string[], subscription: string | undefined): Promise<Found[]> {
    await this.log.readable();
    const found = await this.findStored(organizationId, ids, subscription);
    if (!found.some((one) => 'errors' in one)) return found;
    if (!(await this.log.holdsAll())) throw new Unavailable('events that were accepted are not in the usage store yet');
    return this.findStored(organizationId, ids, subscription);
  }

  private async findStored(organizationId: string, ids: string[], subscription: string | undefined): Promise<Found[]> {
    const [events, voids] = await Promise.all([
      this.repository.withTransactionIds(organizationId, ids, subscription),
      this.database.tenant(organizationId, (transaction) => findVoidsAmong(transaction, ids, subscription)),
    ]);
    return ids.map((id): Found => {
      const [event, another] = events.filter(({ transaction_id: one }) => one === id);
      const before = voids.filter(({ transaction_id: one }) => one === id);
      const resent = before.find(({ replacement }) => replacement !== null);
      if (another) return { errors: { from_external_subscription_id: ['value_is_mandatory'] } };
      if (resent && (!event || event.id === resent.event_id)) return { done: resent };
      const isVoided = before.some(({ event_id: voided }) => !event || voided === event.id);
      if (isVoided) return { errors: { transaction_id: ['event_is_voided'] } };
      return event ? { event } : { errors: { transaction_id: ['event_not_found'] } };
    });
  }

  private record(
    tenant: Tenant,
    corrected: { event: ShownEvent; replacement: object }[],
  ): Promise<VoidedEventsTable[]> {
    const rows = corrected.map(({ event, replacement }) => ({
      event_id: event.id,
      organization_id: tenant.organizationId,
      external_subscription_id: event.external_subscription_id,
      code: event.code,
      transaction_id: event.transaction_id,
      timestamp: String(event.timestamp),
      event,
      replacement,
      voided_at: new Date(),
      api_key_id: tenant.apiKeyId,
      request_id: currentContext()?.requestId ?? null,
    }));
    return this.database.tenant(tenant.organizationId, (transaction) => insertVoids(transaction, rows));
  }
}

/** @param errors by place */
function refuseAny(errors: (FieldErrors | null)[]): void {
  const faults = errors.flatMap((one, place) => (one ? [[String(place), one] as const] : []));
  if (faults.length > 0) throw new ValidationFailed(Object.fromEntries(faults));
}
