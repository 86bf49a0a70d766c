import { Injectable } from '@nestjs/common';
import {
  daysOfEventErrors,
  type EventError,
  type EventErrorFilters,
  type EventErrorGroup,
  type EventErrorGroupFilters,
  type Meta,
} from '@tollgate/contracts';
import { Clock, isoSeconds, ValidationFailed } from '@tollgate/platform';
import { presentEvent } from '../../model/accepted-events/accepted-event.js';
import type { DatedCodes } from '../../quality/faulty-events/faulty-candidates.js';
import { readDatedCodes } from '../../quality/faulty-events/judgements.repository.js';
import { IngestionDatabase } from '../../ingestion.database.js';
import { EventLog } from '../log/event-log.js';
import { EventErrorsRepository } from './event-errors.repository.js';

const dayMs = 86_400_000;

/** Events that do not count, with their errors (metering, section 2.5). */
@Injectable()
export class EventErrorsService {
  constructor(
    private readonly clock: Clock,
    private readonly database: IngestionDatabase,
    private readonly log: EventLog,
    private readonly eventErrors: EventErrorsRepository,
  ) {}

  /** The number of entries of the list in a span, Unix ms; without an end until now. @throws Unavailable */
  async count(organizationId: string, { from, to }: { from: number; to?: number | undefined }): Promise<number> {
    const span = { from_date: new Date(from), ...(to === undefined ? {} : { to_date: new Date(to) }) };
    const { meta } = await this.list(organizationId, { ...span, page: 1, per_page: 1 });
    return meta.total_count;
  }

  /**
   * Judges the stored events by the metrics of now: an event is gone from the list when its metric is corrected.
   * @throws ValidationFailed for a span that is too long; Unavailable while the usage store does not answer
   */
  async list(organizationId: string, filters: EventErrorFilters): Promise<{ event_errors: EventError[]; meta: Meta }> {
    const span = await this.spanOf(organizationId, filters);
    const selection = {
      ...span,
      error: filters.error,
      code: filters.code,
      externalSubscriptionId: filters.external_subscription_id,
      transactionId: filters.transaction_id,
    };
    const { rows, meta } = await this.eventErrors.list(
      organizationId,
      await this.metricsOf(organizationId),
      selection,
      filters,
    );
    return { event_errors: rows.map(({ event, errors }) => ({ ...presentEvent(event), errors })), meta };
  }

  /** Counts the entries of the list by kind and code, the most frequent first. @throws the same */
  async groups(organizationId: string, filters: EventErrorGroupFilters): Promise<EventErrorGroup[]> {
    const span = await this.spanOf(organizationId, filters);
    const groups = await this.eventErrors.groups(organizationId, await this.metricsOf(organizationId), span);
    return groups.map(({ error, code, ...group }) => ({
      error,
      code,
      suggested_code: group.suggested_code === '' ? null : group.suggested_code,
      events_count: Number(group.events_count),
      subscriptions_count: Number(group.subscriptions_count),
      first_received_at: isoSeconds(Number(group.first_received_at)),
      last_received_at: isoSeconds(Number(group.last_received_at)),
    }));
  }

  /** The span of receptions of a call, once the store can answer. */
  private async spanOf(organizationId: string, { from_date, to_date }: EventErrorGroupFilters) {
    const to = to_date?.getTime() ?? (await this.clock.now(organizationId));
    const from = from_date?.getTime() ?? to - daysOfEventErrors.default * dayMs;
    // A day beyond it: a span of whole days ends at the last moment of its last day.
    if (to - from > (daysOfEventErrors.most + 1) * dayMs)
      throw new ValidationFailed({ from_date: ['value_is_out_of_range'] });
    await this.log.readable();
    return { from, to };
  }

  private metricsOf(organizationId: string): Promise<DatedCodes> {
    return this.database.tenant(organizationId, (transaction) => readDatedCodes(transaction));
  }
}
