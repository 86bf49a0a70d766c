import { TollgateError } from './errors.js';
import { type Verdict, verdictOf } from './event-answers.js';
import { type Entry, entryOf, eventOf, largestBatch, takeBatch, type UsageEvent } from './event-entries.js';
import { completed, type DropReason, type EventSettings } from './event-settings.js';
import { endWithProcess, letProcessEnd } from './process-end.js';
import { backoffMs, sleep } from './waits.js';

/** Sends the body of a batch once. @throws TollgateError without an answer */
export type SendBatch = (body: string) => Promise<Response>;

/** The passage of time. Tests have one of their own. */
export interface Time {
  /** Milliseconds since any instant. */
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

const waits = { firstMs: 100, longestMs: 10_000 };

/**
 * Collects events and sends them in batches (metering, section 2.2). Each event ends in one of three ways: it is stored,
 * `onRefused` has it, or `onDrop` has it. A repetition has the same transaction ids, so an event counts once.
 */
export class EventBuffer {
  private readonly settings: Required<EventSettings>;
  /** Events that are in no batch, in order. */
  private readonly waiting: Entry[] = [];
  /** Events that are in the buffer, in order; those of batches that are on their way, too. */
  private readonly unsettled = new Set<Entry>();
  private bytes = 0;
  private places = 0;
  private batches = 0;
  /** Events up to this place go without waiting for others. */
  private duePlace = 0;
  private timer: unknown = null;
  private watchers: (() => void)[] = [];
  private isClosed = false;
  /** Aborted when nothing is left to repeat. */
  private readonly over = new AbortController();
  private readonly leaveProcess: () => void;

  /** @param settings what differs from the defaults @throws RangeError for a bound below one */
  constructor(
    private readonly send: SendBatch,
    settings: EventSettings = {},
    private readonly time: Time = { now: Date.now, sleep },
  ) {
    this.settings = completed(settings);
    const { sendAtEnd, endMs } = this.settings;
    const work = { finish: () => this.finish(endMs), drop: () => this.dropAll() };
    this.leaveProcess = sendAtEnd ? endWithProcess(work) : () => undefined;
  }

  /** The number of events that are not settled. */
  get size(): number {
    return this.unsettled.size;
  }

  /**
   * Adds an event, and returns at once.
   * @returns false if `onDrop` has it, because the buffer is full or closed
   * @throws RangeError for a time that is none, TypeError for properties that JSON cannot express
   */
  add(event: UsageEvent): boolean {
    const entry = entryOf(event, this.places + 1);
    const { capacity, capacityBytes } = this.settings;
    if (this.isClosed) return this.refuse(entry, 'closed');
    if (this.unsettled.size >= capacity || this.bytes + entry.bytes > capacityBytes) return this.refuse(entry, 'full');
    this.places = entry.place;
    this.unsettled.add(entry);
    this.bytes += entry.bytes;
    this.waiting.push(entry);
    this.startBatches();
    return true;
  }

  /** Sends all events that were added before, and waits until each is settled. */
  async flush(): Promise<void> {
    const upTo = this.places;
    this.duePlace = upTo;
    this.startBatches();
    while (this.firstUnsettled() <= upTo) await new Promise<void>((resolve) => this.watchers.push(resolve));
  }

  /**
   * Takes no more events, sends those that are there, and drops what is not settled in time.
   * @param withinMs the longest wait, in milliseconds; `endMs` by default
   */
  async close({ withinMs = this.settings.endMs }: { withinMs?: number } = {}): Promise<void> {
    this.isClosed = true;
    await this.finish(withinMs);
    this.dropAll();
    this.over.abort();
    this.leaveProcess();
  }

  /** Sends all events, also those that come meanwhile. @returns whether all are settled within the time */
  private async finish(withinMs: number): Promise<boolean> {
    if (this.unsettled.size === 0) return true;
    const stop = new AbortController();
    const late = this.time.sleep(withinMs, stop.signal).catch(() => undefined);
    const sent = (async () => {
      while (this.unsettled.size > 0) await this.flush();
    })();
    await Promise.race([sent, late]);
    stop.abort();
    return this.unsettled.size === 0;
  }

  private dropAll(): void {
    this.waiting.length = 0;
    this.drop([...this.unsettled], 'closed');
    this.wake();
  }

  private firstUnsettled(): number {
    for (const { place } of this.unsettled) return place;
    return Infinity;
  }

  private startBatches(): void {
    const { batchEvents, parallel } = this.settings;
    const isDue = () => this.waiting.length >= batchEvents || (this.waiting[0]?.place ?? Infinity) <= this.duePlace;
    while (this.batches < parallel && isDue())
      void this.run(takeBatch(this.waiting, { ...largestBatch, events: batchEvents }));
    if (this.waiting.length > 0 && this.timer === null) this.startTimer();
  }

  private startTimer(): void {
    this.timer = setTimeout(() => {
      this.timer = null;
      this.duePlace = this.places;
      this.startBatches();
    }, this.settings.waitMs);
    // A process that has nothing else to do ends at once, and sends the buffer as it ends.
    if (this.settings.sendAtEnd) letProcessEnd(this.timer);
  }

  private async run(batch: Entry[]): Promise<void> {
    this.batches++;
    await this.deliver(batch, this.time.now() + this.settings.giveUpMs);
    this.batches--;
    this.startBatches();
    this.wake();
  }

  private wake(): void {
    for (const watch of this.watchers.splice(0)) watch();
  }

  /** Sends a batch until each of its events is settled. */
  private async deliver(batch: Entry[], deadline: number): Promise<void> {
    let left = batch;
    for (let attempt = 0; left.length > 0; left = left.filter((entry) => this.unsettled.has(entry))) {
      const verdict = await this.sendOnce(left);
      if (verdict.kind === 'later') {
        const waitMs = Math.max(backoffMs(attempt++, waits), verdict.afterMs);
        if (this.time.now() + waitMs >= deadline) this.drop(left, 'gave_up', verdict.error);
        else await this.time.sleep(waitMs, this.over.signal).catch(() => undefined);
      } else if (verdict.kind === 'too_large' && left.length > 1) {
        const half = Math.ceil(left.length / 2);
        await this.deliver(left.slice(0, half), deadline);
        await this.deliver(left.slice(half), deadline);
      } else this.settleBy(verdict, left);
    }
  }

  private async sendOnce(batch: Entry[]): Promise<Verdict> {
    try {
      const answer = await this.send(`{"events":[${batch.map(({ json }) => json).join(',')}]}`);
      return await verdictOf(answer, batch.length);
    } catch (cause) {
      const error = cause instanceof TollgateError ? cause : new TollgateError({ status: 0, code: 'no_answer', cause });
      return { kind: 'later', afterMs: 0, error };
    }
  }

  /** Settles the events of a batch that a verdict decides. */
  private settleBy(verdict: Exclude<Verdict, { kind: 'later' }>, batch: Entry[]): void {
    if (verdict.kind === 'hopeless') return this.drop(batch, 'call_refused', verdict.error);
    for (const [place, entry] of batch.entries()) {
      const reason = refusalOf(verdict, place);
      if (reason === undefined || !this.settle(entry)) continue;
      if (reason !== null) handle(() => this.settings.onRefused(eventOf(entry), reason));
    }
  }

  private drop(entries: Entry[], reason: DropReason, error?: TollgateError): void {
    for (const entry of entries) if (this.settle(entry)) this.refuse(entry, reason, error);
  }

  private refuse(entry: Entry, reason: DropReason, error?: TollgateError): false {
    handle(() => this.settings.onDrop(eventOf(entry), reason, error));
    return false;
  }

  /** Takes an event out of the buffer. @returns false if it was settled before */
  private settle(entry: Entry): boolean {
    if (!this.unsettled.delete(entry)) return false;
    this.bytes -= entry.bytes;
    return true;
  }
}

/** Why the event at a place is refused; null: it is stored; undefined: it is not decided. */
function refusalOf(verdict: Exclude<Verdict, { kind: 'later' | 'hopeless' }>, place: number): unknown {
  if (verdict.kind === 'stored') return null;
  if (verdict.kind === 'named') return verdict.places.get(place);
  return verdict.kind === 'too_large' ? { base: ['body_too_large'] } : (verdict.details ?? { base: ['refused'] });
}

/** Calls a handler. If it fails, the other events go on. */
function handle(call: () => void): void {
  try {
    call();
  } catch (error) {
    console.error('Tollgate: a handler of events failed', error);
  }
}
