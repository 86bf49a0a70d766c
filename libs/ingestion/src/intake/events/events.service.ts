import { Injectable } from '@nestjs/common';
import {
  maximumBatch,
  type Event,
  type EventFilters,
  type FieldErrors,
  type Meta,
  type RawInput,
} from '@tollgate/contracts';
import { readMetricCodes, type MetricView } from '@tollgate/catalog/reader';
import { externalIdsOfCustomer, latestStart } from '@tollgate/subscription/reader';
import { Breaks, Clock, inSpan, Metrics, NotFound, ValidationFailed } from '@tollgate/platform';
import { IngestionDatabase } from '../../ingestion.database.js';
import { EventLog } from '../log/event-log.js';
import { StoredIds } from '../window/stored-ids.js';
import { Subscribers } from '../subscribers/subscribers.js';
import { TransactionWindow, windowKey, type Seen } from '../window/transaction-window.js';
import { acceptEvent, presentEvent, type AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import type { EventSelection, Located } from './event-selection.js';
import { EventsRepository } from './events.repository.js';
import { FollowingEventsRepository, type FollowingEvents } from './following-events.repository.js';
import { applyExpression, MetricExpressions } from './metric-expressions.js';

/** By index: the errors of the fields, or the reason why the metric's expression has no value. */
export type BatchErrors = Record<string, FieldErrors | string>;

/** Where a page of a file begins, and when its events were received, in Unix milliseconds. */
type Reception = Pick<Located, 'behind' | 'receivedUpTo'> & { receivedFrom: number | undefined };

/** Usage events: intake and retrieval (metering, section 2). */
@Injectable()
export class EventsService {
  constructor(
    private readonly clock: Clock,
    private readonly window: TransactionWindow,
    private readonly storedIds: StoredIds,
    private readonly log: EventLog,
    private readonly events: EventsRepository,
    private readonly followingEvents: FollowingEventsRepository,
    private readonly database: IngestionDatabase,
    private readonly metrics: Metrics,
    private readonly expressions: MetricExpressions,
    private readonly subscribers: Subscribers,
  ) {}

  /** @throws ValidationFailed, Unavailable when the log is unavailable (then nothing is stored) */
  async create(organizationId: string, raw: Record<string, unknown>): Promise<Event> {
    const accepted = acceptEvent(raw, organizationId, await this.clock.now(organizationId));
    if ('errors' in accepted) throw new ValidationFailed(accepted.errors);
    const failure = applyExpression(accepted, await this.expressions.forOrganization(organizationId));
    if (failure !== null) throw new ValidationFailed(failure);
    const [refusal] = await this.subscribers.refusals(organizationId, [accepted]);
    if (refusal) throw new ValidationFailed(refusal);
    const [repeated] = await this.store([accepted]);
    if (repeated !== undefined) throw new ValidationFailed({ transaction_id: ['value_already_exist'] });
    return presentEvent(accepted);
  }

  /** All or nothing; reports errors by index. @throws ValidationFailed, Unavailable */
  async createBatch(organizationId: string, raw: unknown[]): Promise<Event[]> {
    const { accepted, errors } = await this.acceptAll(organizationId, raw);
    if (errors !== null) throw new ValidationFailed(errors);
    const repeatedWithin = repetitions(accepted, ({ transaction_id: id }) => id);
    const repeated =
      repeatedWithin.length > 0
        ? [...repeatedWithin, ...(await this.storedBefore(accepted, repeatedWithin))]
        : await this.store(accepted);
    if (repeated.length > 0) {
      throw new ValidationFailed(
        Object.fromEntries(repeated.map((index) => [index, { transaction_id: ['value_already_exist'] }])),
      );
    }
    return accepted.map(presentEvent);
  }

  /**
   * Stores the events that were not stored before, all or none of them. One that repeats another event of its
   * subscription, stored or among them, counts as stored.
   * @returns the errors by place, null when all are stored; and the number of events that were not stored before
   * @throws ValidationFailed for none or too many, Unavailable
   */
  async storeOnce(organizationId: string, raw: RawInput[]): Promise<{ errors: BatchErrors | null; added: number }> {
    const { accepted, errors } = await this.acceptAll(organizationId, raw);
    if (errors !== null) return { errors, added: 0 };
    let left = without(accepted, repetitions(accepted, windowKey));
    while (left.length > 0) {
      const stored = await this.store(left);
      if (stored.length === 0) return { errors: null, added: left.length };
      left = without(left, stored);
    }
    return { errors: null, added: 0 };
  }

  /** The errors of events by place, as `storeOnce` answers them; stores nothing. @throws ValidationFailed as that */
  async check(organizationId: string, raw: RawInput[]): Promise<BatchErrors | null> {
    return (await this.acceptAll(organizationId, raw)).errors;
  }

  /** Checks each event of a call. @throws ValidationFailed for none or too many */
  private async acceptAll(
    organizationId: string,
    raw: unknown[],
  ): Promise<{ accepted: AcceptedEvent[]; errors: BatchErrors | null }> {
    if (raw.length === 0) throw new ValidationFailed({ events: ['no_events'] });
    if (raw.length > maximumBatch) throw new ValidationFailed({ events: ['too_many_events'] });
    const [now, expressions] = await Promise.all([
      this.clock.now(organizationId),
      this.expressions.forOrganization(organizationId),
    ]);
    const errors: BatchErrors = {};
    const accepted: AcceptedEvent[] = [];
    /** Of the accepted events. */
    const places: number[] = [];
    const breaks = new Breaks();
    for (const [index, item] of raw.entries()) {
      if (breaks.isDue) await breaks.take();
      const event = acceptEvent(asRecord(item), organizationId, now);
      const failure = 'errors' in event ? event.errors : applyExpression(event, expressions);
      if (failure !== null) errors[index] = failure;
      else if (!('errors' in event)) {
        accepted.push(event);
        places.push(index);
      }
    }
    const refusals = await this.subscribers.refusals(organizationId, accepted);
    for (const [place, refusal] of refusals.entries()) if (refusal) errors[places[place] as number] = refusal;
    return { accepted, errors: Object.keys(errors).length > 0 ? errors : null };
  }

  async list(organizationId: string, filters: EventFilters): Promise<{ events: Event[]; meta: Meta }> {
    await this.log.readable();
    const selection = await this.selection(organizationId, filters);
    const { rows, meta } = await this.events.list(organizationId, selection, filters);
    return { events: rows.map(presentEvent), meta };
  }

  /**
   * The next events for a file, and at the beginning the number of all of them. It is null if there are many, or only
   * those received since an instant.
   */
  async following(
    organizationId: string,
    filters: EventFilters,
    { behind, receivedUpTo, receivedFrom, limit }: Reception & { limit: number },
  ): Promise<FollowingEvents & { total: number | null }> {
    const selection = { ...(await this.selection(organizationId, filters)), receivedUpTo, behind };
    if (receivedFrom !== undefined)
      return {
        ...(await this.followingEvents.followingSince(organizationId, selection, receivedFrom, limit)),
        total: null,
      };
    return {
      ...(await this.followingEvents.following(organizationId, selection, limit)),
      total: behind === undefined ? await this.events.countUpToBound(organizationId, selection) : null,
    };
  }

  /** @throws NotFound */
  async read(organizationId: string, transactionId: string): Promise<Event> {
    await this.log.readable();
    const event = await this.events.find(organizationId, transactionId);
    if (!event) throw new NotFound('event');
    return presentEvent(event);
  }

  /**
   * Stores events unless one of them was stored before.
   * @returns the indexes of the events stored before; if there are any, it stores none
   */
  private async store(accepted: AcceptedEvent[]): Promise<number[]> {
    const checked = accepted.filter(hasSubscription);
    const seen = await this.seen(checked);
    const repeated = checked.filter((_, index) => seen[index]?.state === 'stored');
    if (repeated.length > 0) {
      await this.window.release(checked.filter((_, index) => seen[index]?.state === 'new'));
      return repeated.map((event) => accepted.indexOf(event));
    }
    seen.forEach((state, index) => {
      const event = checked[index] as AcceptedEvent;
      // The outcome of the earlier attempt is unknown: with its timestamp both are one event to the store.
      if (state.state === 'pending') event.timestamp = state.timestamp;
    });
    await inSpan('append events', { kind: 'producer', attributes: { 'tollgate.events': accepted.length } }, () =>
      this.log.append(accepted),
    );
    await this.window.confirm(checked);
    this.metrics.eventsAccepted.inc(accepted.length);
    return [];
  }

  /** For a batch that is refused anyway: the indexes of the other events that were stored before. */
  private async storedBefore(accepted: AcceptedEvent[], refused: number[]): Promise<number[]> {
    const checked = accepted.filter((event, index) => hasSubscription(event) && !refused.includes(index));
    const seen = await this.seen(checked);
    await this.window.release(checked.filter((_, index) => seen[index]?.state === 'new'));
    return checked.flatMap((event, index) => (seen[index]?.state === 'stored' ? [accepted.indexOf(event)] : []));
  }

  /** The window's state of each event; reserves the ids that are not stored. */
  private async seen(events: AcceptedEvent[]): Promise<Seen[]> {
    const seen = await this.window.reserve(events);
    const unknown = events.filter((_, index) => seen[index]?.state === 'new');
    const inStore = await this.storedIds.among(unknown);
    const storedEvents = new Set(unknown.filter((_, index) => inStore[index]));
    if (storedEvents.size === 0) return seen;
    await this.window.confirm([...storedEvents]);
    return seen.map((state, index) => (storedEvents.has(events[index] as AcceptedEvent) ? { state: 'stored' } : state));
  }

  private async metricsOf(organizationId: string): Promise<MetricView[]> {
    return (await this.database.tenant(organizationId, (transaction) => readMetricCodes(transaction))).live;
  }

  private async selection(organizationId: string, filters: EventFilters): Promise<EventSelection> {
    const subscription = filters.external_subscription_id;
    const start =
      filters.timestamp_from_started_at === 'true' && subscription
        ? await this.database.tenant(organizationId, (transaction) => latestStart(transaction, subscription))
        : null;
    const customer = filters.external_customer_id;
    return {
      code: filters.code,
      externalSubscriptionId: subscription,
      externalSubscriptionIds:
        customer === undefined
          ? undefined
          : await this.database.tenant(organizationId, (transaction) => externalIdsOfCustomer(transaction, customer)),
      transactionId: filters.transaction_id,
      from: start?.getTime() ?? (filters.timestamp_from ? instantOf(filters.timestamp_from) : undefined),
      to: filters.timestamp_to ? instantOf(filters.timestamp_to) : undefined,
      state: filters.status && { name: filters.status, metrics: await this.metricsOf(organizationId) },
    };
  }
}

/** Events without a subscription never conflict by transaction id (metering, section 2.1). */
const hasSubscription = ({ external_subscription_id: id }: AcceptedEvent): boolean => id !== '';

/** Indexes of the second and later events with one key. */
function repetitions(events: AcceptedEvent[], keyOf: (event: AcceptedEvent) => string): number[] {
  const seen = new Set<string>();
  return events.flatMap((event, index) => {
    const key = keyOf(event);
    if (seen.has(key)) return [index];
    seen.add(key);
    return [];
  });
}

const without = (events: AcceptedEvent[], indexes: number[]): AcceptedEvent[] =>
  events.filter((_, index) => !indexes.includes(index));

/** A date alone means midnight UTC; a date-time without zone is UTC. */
const instantOf = (text: string): number =>
  Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) || /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);

const asRecord = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
