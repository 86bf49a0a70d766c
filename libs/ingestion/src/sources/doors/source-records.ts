import { Injectable } from '@nestjs/common';
import type { FieldErrors, SourceReceipt, SourceRefusal, SourceTrial, TriedInput } from '@tollgate/contracts';
import { BadRequest, Breaks, Clock } from '@tollgate/platform';
import { presentInstant } from '../../model/accepted-events/accepted-event.js';
import { EventsService } from '../../intake/events/events.service.js';
import { fieldErrorsOf, storeEach, type StoredEach } from '../../intake/events/store-each.js';
import { Subscribers } from '../../intake/subscribers/subscribers.js';
import { SourceCounts, type CallCounts } from '../counts/source-counts.js';
import type { EventSourceRow } from '../event-sources/event-sources.repository.js';
import { applyRules } from '../rules/apply-rules.js';
import type { SourceInput } from '../rules/source-input.js';
import { addressed, subjectsOf, type PlacedEvent } from './addressed-events.js';

/** The events and refusals that the rules of a source make of a body. */
interface Ruled {
  events: PlacedEvent[];
  refusals: SourceRefusal[];
  ignored: number;
}

/** A body or message that cannot be read. */
export interface UnreadRecord {
  /** Null for a call. */
  place: string | null;
  reason: string;
}

/** Events that one body may become. */
const mostEvents = 10_000;
const mostShownRefusals = 20;
const mostTried = 100;

/** Makes usage events of the records of sources, and stores them like those of other calls (metering, section 2.8). */
@Injectable()
export class SourceRecords {
  constructor(
    private readonly events: EventsService,
    private readonly subscribers: Subscribers,
    private readonly counts: SourceCounts,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the events of a body. A refused event does not hold up the others, and one that was stored before counts
   * as repeated.
   * @returns the outcome, and the places of inputs with a refusal
   * @throws BadRequest for a body with too many events; Unavailable when the log is, after a part may be stored
   */
  async take(
    source: EventSourceRow,
    inputs: SourceInput[],
  ): Promise<SourceReceipt & { refusedInputs: ReadonlySet<number> }> {
    const { events: made, refusals, ignored } = await ruled(source, inputs);
    const { events, refusals: astray } = await this.addressed(source.organization_id, made);
    refusals.push(...astray);
    const stored: StoredEach = { taken: 0, repeated: 0, errors: new Map() };
    const raw = events.map(({ event }) => event);
    try {
      await storeEach((batch) => this.events.storeOnce(source.organization_id, batch), raw, stored);
    } catch (error) {
      // The records come again, and what is refused of them is counted then.
      await this.note(source, { ...stored, refused: 0, error: null, refusals: [] });
      throw error;
    }
    refusals.push(...refusalsOf(events, stored.errors));
    const last = refusals.at(-1);
    await this.note(source, {
      taken: stored.taken,
      repeated: stored.repeated,
      refused: refusals.length,
      error: last ? textOf(last) : null,
      refusals: refusals.map(({ input, rule, errors }) => {
        const { id = null, place = null } = inputs[input] ?? {};
        return { record: id, place, rule, errors };
      }),
    });
    return {
      taken: stored.taken,
      repeated: stored.repeated,
      refused: refusals.length,
      ignored,
      refusals: refusals.slice(0, mostShownRefusals),
      refusedInputs: new Set(refusals.map(({ input }) => input)),
    };
  }

  /** Counts bodies and messages that cannot be read. */
  async noteUnreadable(source: EventSourceRow, unread: readonly UnreadRecord[]): Promise<void> {
    const last = unread.at(-1);
    if (!last) return;
    await this.note(source, {
      taken: 0,
      repeated: 0,
      refused: unread.length,
      error: last.place === null ? last.reason : `${last.place}: ${last.reason}`,
      refusals: unread.map(({ place, reason }) => ({ record: null, place, rule: null, errors: { base: [reason] } })),
    });
  }

  private async note(source: EventSourceRow, call: CallCounts): Promise<void> {
    const { id, organization_id: organizationId, kind } = source;
    this.counts.note({ id, organizationId, kind }, call, await this.clock.now(organizationId));
  }

  private async addressed(organizationId: string, events: PlacedEvent[]): Promise<ReturnType<typeof addressed>> {
    return addressed(events, await this.subscribers.bySubject(organizationId, subjectsOf(events)));
  }

  /** Shows the events and refusals of the first hundred inputs; stores nothing. */
  async try(source: EventSourceRow, inputs: SourceInput[]): Promise<SourceTrial> {
    const shown: TriedInput[] = [];
    for (const [input, one] of inputs.slice(0, mostTried).entries()) {
      const { events: made, refusals, skipped } = applyRules(source.rules, one);
      const placed = made.map((event) => ({ ...event, input }));
      const { events, refusals: astray } = await this.addressed(source.organization_id, placed);
      const errors = await this.errorsOf(source.organization_id, events);
      shown.push({
        input,
        input_id: one.id,
        events: events.filter((_, place) => !errors.has(place)).map(triedEvent),
        refusals: [...refusals.map((refusal) => ({ input, ...refusal })), ...astray, ...refusalsOf(events, errors)],
        skipped,
      });
    }
    return { inputs: shown, left_out: Math.max(inputs.length - mostTried, 0) };
  }

  private async errorsOf(organizationId: string, events: PlacedEvent[]): Promise<Map<number, FieldErrors>> {
    if (events.length === 0) return new Map();
    const raw = events.map(({ event }) => event);
    const errors = await this.events.check(organizationId, raw);
    return new Map(Object.entries(errors ?? {}).map(([place, error]) => [Number(place), fieldErrorsOf(error)]));
  }
}

/** @throws BadRequest beyond the bound of events */
async function ruled(source: EventSourceRow, inputs: SourceInput[]): Promise<Ruled> {
  const made: Ruled = { events: [], refusals: [], ignored: 0 };
  const breaks = new Breaks();
  for (const [input, one] of inputs.entries()) {
    if (breaks.isDue) await breaks.take();
    const { events, refusals } = applyRules(source.rules, one);
    if (events.length === 0 && refusals.length === 0) made.ignored += 1;
    for (const event of events) made.events.push({ ...event, input });
    for (const refusal of refusals) made.refusals.push({ input, ...refusal });
    if (made.events.length + made.refusals.length > mostEvents)
      throw new BadRequest(`the body would become more than ${mostEvents} events`);
  }
  return made;
}

const refusalsOf = (events: readonly PlacedEvent[], errors: ReadonlyMap<number, FieldErrors>): SourceRefusal[] =>
  [...errors].flatMap(([place, found]) => {
    const refused = events[place];
    return refused ? [{ input: refused.input, rule: refused.rule, errors: found }] : [];
  });

/** A refusal in one line: `tokens: properties.tokens: attribute_missing`. */
const textOf = ({ rule, errors }: SourceRefusal): string =>
  `${rule}: ${Object.entries(errors)
    .map(([field, codes]) => `${field}: ${codes.join(', ')}`)
    .join('; ')}`;

const triedEvent = ({ rule, event }: PlacedEvent): TriedInput['events'][number] => ({
  rule,
  code: String(event['code']),
  transaction_id: String(event['transaction_id']),
  external_subscription_id: String(event['external_subscription_id']),
  timestamp: typeof event['timestamp'] === 'string' ? presentInstant(event['timestamp']) : null,
  properties: event['properties'] as Record<string, unknown>,
});
