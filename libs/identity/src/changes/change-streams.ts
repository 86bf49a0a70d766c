import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { ChangeType } from '@tollgate/contracts';
import {
  ChangeLog,
  EventStream,
  EventStreams,
  groupBy,
  Logger,
  Metrics,
  type FoundChanges,
  type StreamCaller,
} from '@tollgate/platform';
import { presentChange } from './changes.service.js';

/** Milliseconds from one reading of the feed to the next. */
const tickMs = 1_000;
/** Changes of one message, and messages of one tick: a stream that continues catches up at this rate. */
const mostOfMessage = 500;
const messagesOfTick = 10;
/** With more bytes that wait for its reader, a stream gets nothing new. */
const enoughUnreadBytes = 1024 * 1024;

/** A request for a stream. */
export interface ChangeStreamRequest {
  caller: StreamCaller;
  types: readonly ChangeType[];
  /** The cursor after which it continues; `latest` for new changes alone. */
  since: string;
  /** Writes the data of a message as the client spells it. */
  spelled: (data: object) => string;
}

class ChangeStream extends EventStream {
  constructor(
    readonly request: ChangeStreamRequest,
    public since: string,
  ) {
    super(request.caller, Date.now());
  }

  /** Streams of one place and the same kinds get the same changes. */
  get place(): string {
    return `${this.since} ${this.request.types.join()}`;
  }
}

/** Streams of the feed of changes. One reading serves all streams of an organization that have the same place. */
@Injectable()
export class ChangeStreams {
  private readonly streams: EventStreams<ChangeStream>;

  constructor(
    private readonly log: ChangeLog,
    logger: Logger,
    metrics: Metrics,
  ) {
    this.streams = new EventStreams({
      tickMs,
      send: (organizationId, streams) => this.sendOrganization(organizationId, streams),
      failed: (organizationId, streams, error) =>
        logger.warn('the feed of changes cannot be read now', { organizationId, streams: streams.length, error }),
    });
    const open = new Gauge({
      name: 'tollgate_change_streams',
      help: 'Streams of the feed of changes that are open',
      registers: [metrics.registry],
    });
    metrics.onScrape(() => open.set(this.streams.size));
  }

  /**
   * Opens a stream.
   * @throws TooManyRequests beyond the bounds of the caller, its organization or the process; ValidationFailed for a wrong
   * or expired cursor
   */
  async open(request: ChangeStreamRequest): Promise<EventStream> {
    const { caller, since, types } = request;
    this.streams.assertRoom(caller);
    const start = await this.log.read(caller.organizationId, { since, types, limit: 0 });
    return this.streams.add(new ChangeStream(request, since === 'latest' ? start.nextCursor : since));
  }

  /** Ends all streams, so that the stop of a process waits for none. */
  stop(): void {
    this.streams.stop();
  }

  private async sendOrganization(organizationId: string, streams: ChangeStream[]): Promise<void> {
    const { nextCursor: end } = await this.log.read(organizationId, { since: 'latest', types: [], limit: 0 });
    const behind = streams.filter(({ since, readableLength }) => since !== end && readableLength < enoughUnreadBytes);
    for (const [, together] of groupBy(behind, ({ place }) => place)) await this.catchUp(organizationId, together);
  }

  private async catchUp(organizationId: string, streams: ChangeStream[]): Promise<void> {
    const [first] = streams as [ChangeStream];
    for (let message = 0, hasMore = true; hasMore && message < messagesOfTick; message += 1) {
      const { since, request } = first;
      const read = await this.log.readNumbered(organizationId, { since, types: request.types, limit: mostOfMessage });
      // Its next entries are gone: its client calls again, and learns that.
      if (read === null) return streams.forEach((stream) => stream.end());
      for (const stream of streams) sendTo(stream, read);
      ({ hasMore } = read);
    }
  }
}

function sendTo(stream: ChangeStream, { changes, nextCursor }: FoundChanges): void {
  stream.since = nextCursor;
  if (changes.length === 0) return;
  const data = stream.request.spelled({ changes: changes.map(presentChange), next_cursor: nextCursor });
  stream.send({ event: 'changes', id: nextCursor, data }, Date.now());
}
