import { groupBy } from '../grouping.js';
import { TooManyRequests } from '../errors/api-errors.js';
import { streamTimes, type EventStream, type StreamCaller } from './event-stream.js';

/** Streams of one kind that are open at once in a process; beyond them an answer is 429. */
export const mostStreams = { ofHolder: 10, ofOrganization: 50, ofAll: 200 } as const;

/** Seconds after which a refused caller may try again. */
const retryAfterSeconds = 15;

interface Source<S> {
  /** Milliseconds from one reading to the next. */
  tickMs: number;
  /** Sends the streams of one organization what is new. */
  send: (organizationId: string, streams: S[]) => Promise<void>;
  /** Reports a failure of that; it affects no other organization. */
  failed: (organizationId: string, streams: S[], error: unknown) => void;
}

/** The open streams of one kind in a process: their bounds, their attendance, and one reading at a time. */
export class EventStreams<S extends EventStream> {
  private readonly streams = new Set<S>();
  private readonly failingSince = new Map<string, number>();
  private attending: NodeJS.Timeout | undefined;
  private isReading = false;
  private isStopped = false;

  constructor(private readonly source: Source<S>) {}

  get size(): number {
    return this.streams.size;
  }

  /** @throws TooManyRequests beyond the bounds of the caller, its organization or the process */
  assertRoom({ organizationId, holder }: StreamCaller): void {
    const callers = [...this.streams].map(({ caller }) => caller);
    const ofOrganization = callers.filter((caller) => caller.organizationId === organizationId);
    const ofHolder = ofOrganization.filter((caller) => caller.holder === holder);
    if (
      callers.length >= mostStreams.ofAll ||
      ofOrganization.length >= mostStreams.ofOrganization ||
      ofHolder.length >= mostStreams.ofHolder
    )
      throw new TooManyRequests(retryAfterSeconds);
  }

  /** Attends to a stream until it closes. @throws TooManyRequests as `assertRoom` */
  add(stream: S): S {
    this.assertRoom(stream.caller);
    stream.once('close', () => this.streams.delete(stream));
    this.streams.add(stream);
    if (this.isStopped) stream.end();
    this.attending ??= setInterval(() => this.attend(), this.source.tickMs).unref();
    return stream;
  }

  /** Ends all streams, so that the stop of a process waits for none. */
  stop(): void {
    this.isStopped = true;
    clearInterval(this.attending);
    for (const stream of this.streams) stream.end();
  }

  private attend(): void {
    const now = Date.now();
    for (const stream of this.streams) stream.attend(now);
    if (this.streams.size > 0) return void this.sendAll();
    clearInterval(this.attending);
    this.attending = undefined;
  }

  /** Reads for all streams, one organization at a time. While that takes longer than a tick, the next ones wait. */
  private async sendAll(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    const byOrganization = groupBy([...this.streams], ({ caller }) => caller.organizationId);
    for (const [organizationId, streams] of byOrganization) await this.sendOne(organizationId, streams);
    this.isReading = false;
  }

  private async sendOne(organizationId: string, streams: S[]): Promise<void> {
    try {
      await this.source.send(organizationId, streams);
      this.failingSince.delete(organizationId);
    } catch (error) {
      const since = this.failingSince.get(organizationId) ?? Date.now();
      this.failingSince.set(organizationId, since);
      this.source.failed(organizationId, streams, error);
      if (Date.now() - since < streamTimes.longestOutage) return;
      this.failingSince.delete(organizationId);
      for (const stream of streams) stream.end();
    }
  }
}
