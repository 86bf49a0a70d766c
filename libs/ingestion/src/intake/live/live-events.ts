import { Injectable } from '@nestjs/common';
import type { EventTail } from '@tollgate/contracts';
import { EventStreams, groupBy, Logger, Metrics, type StreamCaller } from '@tollgate/platform';
import { Gauge } from 'prom-client';
import { presentEvent } from '../../model/accepted-events/accepted-event.js';
import { times } from './live-bounds.js';
import { LiveEventsReader, type LiveFinding } from './live-events.reader.js';
import { LiveStream, type LiveFilter } from './live-stream.js';

/** Writes the data of a message as the client spells it. */
type Spelled = (tail: EventTail) => string;

/** A request for a stream. */
export interface LiveRequest {
  caller: StreamCaller;
  filter: LiveFilter;
  /** The id of the last message that the client received (`Last-Event-ID`); undefined for a new stream. */
  lastId: string | undefined;
  spelled: Spelled;
}

/**
 * Streams of the events that arrive. They come from the usage store, by the time at which it took them in, because every
 * replica of every composition sees all events there. One reading serves all streams of an organization, so the cost
 * depends on the organizations with streams, not on the events of others.
 */
@Injectable()
export class LiveEvents {
  private readonly spellings = new WeakMap<LiveStream, Spelled>();
  private readonly streams: EventStreams<LiveStream>;

  constructor(
    private readonly reader: LiveEventsReader,
    logger: Logger,
    metrics: Metrics,
  ) {
    this.streams = new EventStreams({
      tickMs: times.tick,
      send: (organizationId, streams) => this.sendOrganization(organizationId, streams),
      failed: (organizationId, streams, error) =>
        logger.warn('the events that arrive cannot be read now', { organizationId, streams: streams.length, error }),
    });
    const open = new Gauge({
      name: 'tollgate_event_streams',
      help: 'Streams of events that are open',
      registers: [metrics.registry],
    });
    metrics.onScrape(() => open.set(this.streams.size));
  }

  /** Opens a stream. @throws TooManyRequests beyond the bounds of the caller, its organization or the process */
  open({ caller, filter, lastId, spelled }: LiveRequest): LiveStream {
    const now = Date.now();
    const stream = this.streams.add(new LiveStream(caller, filter, startOf(lastId, now), now));
    this.spellings.set(stream, spelled);
    return stream;
  }

  /** Ends all streams, so that the stop of a process waits for none. */
  stop(): void {
    this.streams.stop();
  }

  private async sendOrganization(organizationId: string, streams: LiveStream[]): Promise<void> {
    const to = Date.now() - times.settling;
    // Only a stream that begins or continues stands elsewhere than the others.
    for (const [from, some] of groupBy(streams, startOfSpan(to)))
      if (Number(from) < to) await this.sendSpan({ organizationId, from: Number(from), to }, some);
  }

  private async sendSpan(
    span: { organizationId: string; from: number; to: number },
    streams: LiveStream[],
  ): Promise<void> {
    const byFilter = [...groupBy(streams, ({ shows }) => JSON.stringify([shows.code, shows.externalSubscriptionId]))];
    const filters = byFilter.map(([, [stream]]) => (stream as LiveStream).shows);
    const findings = await this.reader.read(span, filters);
    const now = Date.now();
    for (const [place, [, some]] of byFilter.entries()) {
      const finding = findings[place] as LiveFinding;
      for (const stream of some) {
        stream.position = span.to;
        if (finding.total === 0) continue;
        const data = this.spellings.get(stream)?.(tailOf(span, finding)) ?? '';
        stream.send({ event: 'events', id: String(stream.position), data }, now);
      }
    }
  }
}

const startOfSpan =
  (to: number) =>
  ({ position }: LiveStream): string =>
    String(Math.max(position, to - times.longestSpan));

const tailOf = ({ from, to }: { from: number; to: number }, { events, total }: LiveFinding): EventTail => ({
  from_datetime: new Date(from).toISOString(),
  to_datetime: new Date(to).toISOString(),
  events: events.map(presentEvent),
  left_out: Math.max(total - events.length, 0),
});

/** Where a stream begins: after the last message, if that is a place of the recent past, and else now. */
function startOf(lastId: string | undefined, now: number): number {
  const begin = now - times.settling;
  if (lastId === undefined || !/^\d{13}$/.test(lastId)) return begin;
  return Math.min(Number(lastId), begin);
}
