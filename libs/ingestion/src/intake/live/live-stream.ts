import { Readable } from 'node:stream';
import { mostUnreadBytes, times } from './live-bounds.js';

/** The filter of a stream. */
export interface LiveFilter {
  code: string | undefined;
  externalSubscriptionId: string | undefined;
}

/** The caller of a stream. */
export interface LiveCaller {
  organizationId: string;
  /** The key, or the session. */
  holder: string;
  /** Whether it still may read events. @throws when that is not known now */
  mayRead(): Promise<boolean>;
}

/** One open stream of server-sent events of the HTML standard. */
export class LiveStream extends Readable {
  private writtenAt: number;
  private checkedAt: number;
  private requestedAt: number;
  /** Since when it has bytes that its reader does not take; null without any. */
  private unreadSince: number | null = null;
  private isOver = false;

  /**
   * @param position the end of its last span, Unix milliseconds of the store's intake
   * @param openedAt Unix milliseconds, by the machine's clock
   */
  constructor(
    readonly caller: LiveCaller,
    readonly shows: LiveFilter,
    public position: number,
    private readonly openedAt: number,
  ) {
    super({ highWaterMark: mostUnreadBytes });
    [this.writtenAt, this.checkedAt, this.requestedAt] = [openedAt, openedAt, openedAt];
    // The head of the answer goes out with its first bytes.
    this.push(`retry: ${times.retry}\n\n`);
  }

  /** Messages come by themselves. */
  override _read(): void {}

  /** Writes a message; its id is the place at which a later stream continues. */
  send(data: string, now: number): void {
    this.write(`event: events\nid: ${this.position}\ndata: ${data}\n\n`, now);
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
    if (this.unreadSince !== null && now - this.unreadSince > times.longestUnread) return void this.destroy();
    if (this.isOver) return;
    if (now - this.openedAt >= times.longestStream || now - this.checkedAt > times.longestUnchecked) return this.end();
    if (now - this.writtenAt >= times.heartbeat) this.write(': still here\n\n', now);
    if (now - this.requestedAt >= times.check) this.check(now);
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
