import { Injectable } from '@nestjs/common';
import type { EventTail } from '@tollgate/contracts';
import { groupBy, Logger, Metrics, TooManyRequests } from '@tollgate/platform';
import { Gauge } from 'prom-client';
import { presentEvent } from '../../model/accepted-events/accepted-event.js';
import { mostStreams, retryAfterSeconds, times } from './live-bounds.js';
import { LiveEventsReader, type LiveFinding } from './live-events.reader.js';
import { LiveStream, type LiveCaller, type LiveFilter } from './live-stream.js';

/** Writes the data of a message as the client spells it. */
type Spelled = (tail: EventTail) => string;

/** A request for a stream. */
export interface LiveRequest {
  caller: LiveCaller;
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
  private readonly streams = new Map<LiveStream, Spelled>();
  private readonly failingSince = new Map<string, number>();
  private attending: NodeJS.Timeout | undefined;
  private isReading = false;
  private isStopped = false;

  constructor(
    private readonly reader: LiveEventsReader,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    const open = new Gauge({
      name: 'tollgate_event_streams',
      help: 'Streams of events that are open',
      registers: [metrics.registry],
    });
    metrics.onScrape(() => open.set(this.streams.size));
  }

  /** Opens a stream. @throws TooManyRequests beyond the bounds of the caller, its organization or the process */
  open({ caller, filter, lastId, spelled }: LiveRequest): LiveStream {
    this.assertRoom(caller);
    const now = Date.now();
    const stream = new LiveStream(caller, filter, startOf(lastId, now), now);
    stream.once('close', () => this.streams.delete(stream));
    this.streams.set(stream, spelled);
    if (this.isStopped) stream.end();
    this.attending ??= setInterval(() => this.attend(), times.tick).unref();
    return stream;
  }

  /** Ends all streams, so that the stop of a process waits for none. */
  stop(): void {
    this.isStopped = true;
    clearInterval(this.attending);
    for (const stream of this.streams.keys()) stream.end();
  }

  private assertRoom({ organizationId, holder }: LiveCaller): void {
    const callers = [...this.streams.keys()].map(({ caller }) => caller);
    const ofOrganization = callers.filter((caller) => caller.organizationId === organizationId);
    const ofHolder = ofOrganization.filter((caller) => caller.holder === holder);
    if (
      callers.length >= mostStreams.ofAll ||
      ofOrganization.length >= mostStreams.ofOrganization ||
      ofHolder.length >= mostStreams.ofHolder
    )
      throw new TooManyRequests(retryAfterSeconds);
  }

  private attend(): void {
    const now = Date.now();
    for (const stream of this.streams.keys()) stream.attend(now);
    if (this.streams.size > 0) return void this.readOnce();
    clearInterval(this.attending);
    this.attending = undefined;
  }

  /** Reads for all streams, one statement at a time. While it takes longer than a second, the next turns wait. */
  private async readOnce(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    const byOrganization = groupBy([...this.streams.keys()], ({ caller }) => caller.organizationId);
    for (const [organizationId, streams] of byOrganization) await this.sendOrganization(organizationId, streams);
    this.isReading = false;
  }

  /** Sends the streams of one organization what arrived; a failure affects no other organization. */
  private async sendOrganization(organizationId: string, streams: LiveStream[]): Promise<void> {
    const to = Date.now() - times.settling;
    try {
      // Only a stream that begins or continues stands elsewhere than the others.
      for (const [from, some] of groupBy(streams, startOfSpan(to)))
        if (Number(from) < to) await this.sendSpan({ organizationId, from: Number(from), to }, some);
      this.failingSince.delete(organizationId);
    } catch (error) {
      const since = this.failingSince.get(organizationId) ?? Date.now();
      this.failingSince.set(organizationId, since);
      this.logger.warn('the events that arrive cannot be read now', { organizationId, streams: streams.length, error });
      if (Date.now() - since < times.longestOutage) return;
      this.failingSince.delete(organizationId);
      for (const stream of streams) stream.end();
    }
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
        if (finding.total > 0) stream.send(this.streams.get(stream)?.(tailOf(span, finding)) ?? '', now);
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
