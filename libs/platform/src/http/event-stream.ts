import { Readable } from 'node:stream';

/** Times in milliseconds, by the machine's clock. */
export const streamTimes = {
  /** From one comment or message to the next. */
  heartbeat: 15_000,
  /** From one check of the key or the session to the next. */
  check: 3_000,
  /** Without a check that succeeded, a stream ends. */
  longestUnchecked: 12_000,
  /** A stream ends, and its client calls again. */
  longestStream: 15 * 60_000,
  /** A stream whose reader takes nothing ends. */
  longestUnread: 30_000,
  /** A stream ends while its source does not answer for this long. */
  longestOutage: 60_000,
  /** The wait of a client before it calls again. */
  retry: 3_000,
} as const;

/** Bytes that wait for their reader; with more, the stream ends. */
export const mostUnreadBytes = 4 * 1024 * 1024;

/** The caller of a stream. */
export interface StreamCaller {
  organizationId: string;
  /** The key, or the session. */
  holder: string;
  /** Whether it still may read what the stream shows. @throws when that is not known now */
  mayRead(): Promise<boolean>;
}

/** One message of a stream; its id is the place at which a later stream continues. */
interface StreamMessage {
  event: string;
  id: string;
  data: string;
}

/** One open stream of server-sent events of the HTML standard. */
export class EventStream extends Readable {
  private writtenAt: number;
  private checkedAt: number;
  private requestedAt: number;
  /** Since when it has bytes that its reader does not take; null without any. */
  private unreadSince: number | null = null;
  private isOver = false;

  /** @param openedAt Unix milliseconds, by the machine's clock */
  constructor(
    readonly caller: StreamCaller,
    private readonly openedAt: number,
  ) {
    super({ highWaterMark: mostUnreadBytes });
    [this.writtenAt, this.checkedAt, this.requestedAt] = [openedAt, openedAt, openedAt];
    // The head of the answer goes out with its first bytes.
    this.push(`retry: ${streamTimes.retry}\n\n`);
  }

  /** Messages come by themselves. */
  override _read(): void {}

  send({ event, id, data }: StreamMessage, now: number): void {
    this.write(`event: ${event}\nid: ${id}\ndata: ${data}\n\n`, now);
  }

  /** Ends the stream as its client expects: it calls again. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.push(null);
  }

  /** Keeps the connection open, and ends a stream that is too old, that no client reads, or whose caller may no longer. */
  attend(now: number): void {
    if (this.destroyed) return;
    this.unreadSince = this.readableLength === 0 ? null : (this.unreadSince ?? now);
    if (this.unreadSince !== null && now - this.unreadSince > streamTimes.longestUnread) return void this.destroy();
    if (this.isOver) return;
    const isUnchecked = now - this.checkedAt > streamTimes.longestUnchecked;
    if (now - this.openedAt >= streamTimes.longestStream || isUnchecked) return this.end();
    if (now - this.writtenAt >= streamTimes.heartbeat) this.write(': still here\n\n', now);
    if (now - this.requestedAt >= streamTimes.check) this.check(now);
  }

  private check(now: number): void {
    this.requestedAt = now;
    this.caller.mayRead().then(
      (may) => (may ? (this.checkedAt = now) : this.end()),
      // The database does not answer: without a later check that succeeds, the stream ends.
      () => undefined,
    );
  }

  private write(text: string, now: number): void {
    if (this.destroyed || this.isOver) return;
    this.writtenAt = now;
    if (this.readableLength + Buffer.byteLength(text) > mostUnreadBytes) return void this.destroy();
    this.push(text);
  }
}
