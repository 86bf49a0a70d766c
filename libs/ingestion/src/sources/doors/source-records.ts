import { Injectable } from '@nestjs/common';
import {
  maximumBatch,
  type FieldErrors,
  type SourceReceipt,
  type SourceRefusal,
  type SourceTrial,
  type TriedInput,
} from '@tollgate/contracts';
import { BadRequest, Breaks, Clock } from '@tollgate/platform';
import { presentInstant } from '../../model/accepted-events/accepted-event.js';
import { EventsService, type BatchErrors } from '../../intake/events/events.service.js';
import { Subscribers } from '../../intake/subscribers/subscribers.js';
import { SourceCounts, type CallCounts } from '../counts/source-counts.js';
import type { EventSourceRow } from '../event-sources/event-sources.repository.js';
import { applyRules } from '../rules/apply-rules.js';
import type { SourceInput } from '../rules/source-input.js';
import { addressed, subjectsOf, type PlacedEvent } from './addressed-events.js';

/** What the rules of a source make of a body. */
interface Ruled {
  events: PlacedEvent[];
  refusals: SourceRefusal[];
  ignored: number;
}

/** Events that one body may become. */
const mostEvents = 10_000;
const mostShownRefusals = 20;
const mostTried = 100;

/** Makes usage events of the records of sources, and stores them as calls of `/events/batch` do (metering, section 2.8). */
@Injectable()
export class SourceRecords {
  constructor(
    private readonly events: EventsService,
    private readonly subscribers: Subscribers,
    private readonly counts: SourceCounts,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the events of a body. What is refused does not hold up the rest; an event that was stored before counts as
   * taken.
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
    let [taken, repeated] = [0, 0];
    try {
      for (let first = 0; first < events.length; first += maximumBatch) {
        const outcome = await this.store(source.organization_id, events.slice(first, first + maximumBatch));
        taken += outcome.taken;
        repeated += outcome.repeated;
        refusals.push(...outcome.refusals);
      }
    } finally {
      const last = refusals.at(-1);
      await this.note(source, { taken, repeated, refused: refusals.length, error: last ? textOf(last) : null });
    }
    return {
      taken,
      repeated,
      refused: refusals.length,
      ignored,
      refusals: refusals.slice(0, mostShownRefusals),
      refusedInputs: new Set(refusals.map(({ input }) => input)),
    };
  }

  /** Counts a body that cannot be read. */
  async noteUnreadable(source: EventSourceRow, reason: string): Promise<void> {
    await this.note(source, { taken: 0, repeated: 0, refused: 1, error: reason });
  }

  private async note(source: EventSourceRow, call: CallCounts): Promise<void> {
    const { id, organization_id: organizationId, kind } = source;
    this.counts.note({ id, organizationId, kind }, call, await this.clock.now(organizationId));
  }

  private async addressed(organizationId: string, events: PlacedEvent[]): Promise<ReturnType<typeof addressed>> {
    return addressed(events, await this.subscribers.bySubject(organizationId, subjectsOf(events)));
  }

  /** Stores events without those that are refused; each round takes at least one out. */
  private async store(
    organizationId: string,
    events: PlacedEvent[],
  ): Promise<{ taken: number; repeated: number; refusals: SourceRefusal[] }> {
    const refusals: SourceRefusal[] = [];
    let left = events;
    while (left.length > 0) {
      const { errors, added } = await this.events.storeOnce(
        organizationId,
        left.map(({ event }) => event),
      );
      if (errors === null) return { taken: added, repeated: left.length - added, refusals };
      refusals.push(...refusalsOf(left, errors));
      left = left.filter((_, place) => !(place in errors));
    }
    return { taken: 0, repeated: 0, refusals };
  }

  /** What would come of a body; stores nothing. Shows the first hundred inputs. */
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
        events: events.filter((_, place) => !(place in errors)).map(triedEvent),
        refusals: [...refusals.map((refusal) => ({ input, ...refusal })), ...astray, ...refusalsOf(events, errors)],
        skipped,
      });
    }
    return { inputs: shown, left_out: Math.max(inputs.length - mostTried, 0) };
  }

  private async errorsOf(organizationId: string, events: PlacedEvent[]): Promise<BatchErrors> {
    if (events.length === 0) return {};
    const raw = events.map(({ event }) => event);
    return (await this.events.check(organizationId, raw)) ?? {};
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

const refusalsOf = (events: readonly PlacedEvent[], errors: BatchErrors): SourceRefusal[] =>
  Object.entries(errors).flatMap(([place, error]) => {
    const refused = events[Number(place)];
    return refused ? [{ input: refused.input, rule: refused.rule, errors: fieldErrorsOf(error) }] : [];
  });

/** A refusal in one line: `tokens: properties.tokens: attribute_missing`. */
const textOf = ({ rule, errors }: SourceRefusal): string =>
  `${rule}: ${Object.entries(errors)
    .map(([field, codes]) => `${field}: ${codes.join(', ')}`)
    .join('; ')}`;

const fieldErrorsOf = (error: FieldErrors | string): FieldErrors =>
  typeof error === 'string' ? { properties: [error] } : error;

const triedEvent = ({ rule, event }: PlacedEvent): TriedInput['events'][number] => ({
  rule,
  code: String(event['code']),
  transaction_id: String(event['transaction_id']),
  external_subscription_id: String(event['external_subscription_id']),
  timestamp: typeof event['timestamp'] === 'string' ? presentInstant(event['timestamp']) : null,
  properties: event['properties'] as Record<string, unknown>,
});
