import { Injectable } from '@nestjs/common';
import type { FeeEvent, FeeEventFilters, feeEventsReasons, FeeEventsMeta } from '@tollgate/contracts';
import {
  RatedEventsReader,
  voidsOfUsage,
  type RatedCount,
  type RatedEvents,
  type RatedPlace,
} from '@tollgate/ingestion/reader';
import {
  awaitOwnUsage,
  CommandBus,
  idKey,
  integerKey,
  isId,
  NotFound,
  readCursor,
  timeOfId,
  writeCursor,
  type TenantTransaction,
} from '@tollgate/platform';
import { centsNumber } from '@tollgate/rating';
import { readSubscriptionNames } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { inputsFormat } from '../../model/fee-inputs/input-bounds.js';
import { inputsOfFees } from '../../model/fee-inputs/fee-inputs.repository.js';
import { findFee, type FeeRow } from '../../model/fees/fees.repository.js';
import type {
  ChargeInputs,
  EventInputs,
  StoredFeeInputs,
  StoredSelection,
} from '../../model/fee-inputs/fee-inputs.tables.js';
import { presentCounts, presentFeeEvent } from './fee-events.presenter.js';
import { effectOfEvent, selectedOfEvent, selectedOfPeriod, type Selected } from './rated-events.rules.js';
import { amountWith } from './rating-with-late-events.js';

type Reason = (typeof feeEventsReasons)[number];

/** A page of the events behind a fee. */
export interface FeeEventsAnswer {
  events: FeeEvent[];
  reason: Reason | null;
  meta: FeeEventsMeta;
}

/** A fee with the events behind it. */
interface FeeOfEvents {
  fee: FeeRow;
  rated: RatedEvents;
  inputs: (ChargeInputs & { selection: StoredSelection }) | EventInputs;
}

/** The events of a fee in files: those of other filters and groups stand with the fees of these. */
const shownStatuses = ['counted', 'without_effect', 'late'] as const;

/** Most events of a fee that is rated again with its late events. */
const mostRatedAgain = 10_000;

/** Lists the events behind a fee, as they were when it was computed (metering, section 3). */
@Injectable()
export class FeeEventsService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly events: RatedEventsReader,
    private readonly commands: CommandBus,
  ) {}

  /** @throws NotFound; ValidationFailed for a foreign cursor; Unavailable, also when the usage store takes too long */
  async list(organizationId: string, id: string, filters: FeeEventFilters): Promise<FeeEventsAnswer> {
    const after = placeIn(filters);
    const found = await this.database.tenant(organizationId, (transaction) => feeOfEvents(transaction, id));
    if ('reason' in found) return { events: [], reason: found.reason, meta: metaOf(found.fee, []) };
    await awaitOwnUsage(this.commands, organizationId);
    const { inputs } = found;
    return inputs.kind === 'event'
      ? this.ofEvent(found, inputs, filters)
      : this.ofPeriod(found, inputs, filters, after);
  }

  /**
   * The next events that counted in a fee, changed nothing in it, or came too late for it.
   * @param after the last event before them; null for the first
   * @returns none for a fee whose events are not known any more
   * @throws NotFound; Unavailable, also when the usage store takes too long
   */
  async following(
    organizationId: string,
    id: string,
    { after, limit }: { after: RatedPlace | null; limit: number },
  ): Promise<{ events: FeeEvent[]; next: RatedPlace | null }> {
    const found = await this.database.tenant(organizationId, (transaction) => feeOfEvents(transaction, id));
    if ('reason' in found) return { events: [], next: null };
    const { rated, inputs } = found;
    const read = await this.events.page(rated, { statuses: shownStatuses, after, limit: limit + 1 });
    const shown = read.slice(0, limit);
    const last = read.length > limit ? shown.at(-1) : undefined;
    const events = inputs.kind === 'event' ? shown.map((event) => effectOfEvent(event, inputs)) : shown;
    return { events: events.map((event) => presentFeeEvent(event, rated)), next: last ? placeOf(last) : null };
  }

  private async ofPeriod(
    { fee, rated }: FeeOfEvents,
    inputs: ChargeInputs & { selection: StoredSelection },
    { status, per_page: size }: FeeEventFilters,
    after: RatedPlace | null,
  ): Promise<FeeEventsAnswer> {
    const counts = await this.events.counts(rated);
    const read = await this.events.page(rated, { statuses: status && [status], after, limit: size + 1 });
    const shown = read.slice(0, size);
    const last = read.length > size ? shown.at(-1) : undefined;
    const meta = metaOf(fee, counts, last && writePlace(status, last));
    if (meta.status_counts.late > 0) {
      const events = await this.events.withLate(rated, mostRatedAgain);
      meta.would_be_amount_cents = events && centsNumber(amountWith(inputs, inputs.selection, events, fee.currency));
    }
    return { events: shown.map((event) => presentFeeEvent(event, rated)), reason: null, meta };
  }

  private async ofEvent(
    { fee, rated }: FeeOfEvents,
    inputs: EventInputs,
    { status }: FeeEventFilters,
  ): Promise<FeeEventsAnswer> {
    const read = await this.events.page(rated, { statuses: undefined, after: null, limit: 1 });
    const events = read.map((event) => effectOfEvent(event, inputs));
    const counts = events.map((event): RatedCount => ({ ...event, events: 1 }));
    return {
      events: events
        .filter((event) => status === undefined || event.status === status)
        .map((event) => presentFeeEvent(event, rated)),
      reason: null,
      meta: metaOf(fee, counts),
    };
  }
}

async function feeOfEvents(
  transaction: TenantTransaction,
  id: string,
): Promise<FeeOfEvents | { fee: FeeRow; reason: Reason }> {
  const fee = isId(id) ? await findFee(transaction, id) : undefined;
  if (!fee) throw new NotFound('fee');
  const stored = (await inputsOfFees(transaction, [fee.id])).get(fee.id);
  if (!stored) return { fee, reason: 'inputs_not_stored' };
  if (stored.format !== inputsFormat) return { fee, reason: 'format_unknown' };
  const readAt = timeOfId(fee.id) ?? fee.created_at.getTime();
  const selected = selectedOf(stored.inputs, readAt);
  const subscriptionId = fee.subscription_id;
  if (typeof selected === 'string') return { fee, reason: selected };
  if (subscriptionId === null) return { fee, reason: 'no_events' };
  const externalId = (await readSubscriptionNames(transaction, [subscriptionId])).get(subscriptionId) ?? '';
  const { usage, metric } = selected;
  const since = metric.recurring ? 0 : usage.from * 1000;
  const voids = await voidsOfUsage(
    transaction,
    { externalSubscriptionId: externalId, code: metric.code },
    { from: since, to: usage.to * 1000 + 999 },
  );
  return {
    fee,
    inputs: stored.inputs as FeeOfEvents['inputs'],
    rated: {
      ...selected,
      usage: { ...usage, organizationId: transaction.organizationId, externalSubscriptionId: externalId },
      ratedAt: fee.created_at.getTime(),
      voided: voids.map(({ id: eventId, voidedAt }) => ({ id: eventId, at: voidedAt.getTime() })),
    },
  };
}

function selectedOf(inputs: StoredFeeInputs, readAt: number): Selected | Reason {
  if (inputs.kind === 'event') return selectedOfEvent(inputs, readAt);
  if (inputs.kind !== 'charge') return 'no_events';
  // A fee of an earlier version has inputs without it.
  const selection = inputs.selection as StoredSelection | null | undefined;
  return selection ? selectedOfPeriod(inputs, selection) : 'inputs_not_stored';
}

function metaOf(fee: FeeRow, counts: readonly RatedCount[], nextCursor: string | null = null): FeeEventsMeta {
  return {
    next_cursor: nextCursor,
    ...presentCounts(counts),
    amount_cents: centsNumber(fee.amount_cents),
    would_be_amount_cents: centsNumber(fee.amount_cents),
    amount_currency: fee.currency,
  };
}

const placeKeys = [integerKey('timestamp'), integerKey('received_at'), idKey('id')];
const placeOf = ({ timestamp, receivedAt, id }: RatedPlace): RatedPlace => ({ timestamp, receivedAt, id });
const orderOf = (status: FeeEventFilters['status']): string => `events ${status ?? ''}`;

const writePlace = (status: FeeEventFilters['status'], { timestamp, receivedAt, id }: RatedPlace): string =>
  writeCursor(orderOf(status), [String(timestamp), String(receivedAt), id]);

function placeIn({ cursor, status }: FeeEventFilters): RatedPlace | null {
  if (cursor === undefined || cursor === '') return null;
  const [timestamp = '', receivedAt = '', id = ''] = readCursor(cursor, orderOf(status), placeKeys);
  return { timestamp: Number(timestamp), receivedAt: Number(receivedAt), id };
}
