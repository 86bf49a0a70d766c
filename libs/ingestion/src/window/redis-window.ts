import { Redis } from 'ioredis';
import { Unavailable } from '@tollgate/platform';
import type { AcceptedEvent } from '../accepted-events/accepted-event.js';
import type { ForgottenIds } from './forgotten-ids.js';
import { TransactionWindow, windowKey, type Seen } from './transaction-window.js';

const stored = 's';
const prefix = 'event:';
/**
 * Since when the window has been there (Unix milliseconds), and whether that is since before the first event of all: it is lost
 * together with all else.
 */
const sinceKey = 'event-window:since';
const beforeAll = ' before all events';
/** How long the reservation of a write with unknown outcome is remembered. */
const pendingSeconds = 600;
/** Events accepted before a loss are in the store by then. */
const lostMs = 120_000;

// A reservation is `p<timestamp> <owner>`; whoever comes while it lasts takes it over with its timestamp.
const reserveScript = `
  local known = redis.call('get', KEYS[1])
  if not known then
    redis.call('set', KEYS[1], 'p' .. ARGV[1] .. ' ' .. ARGV[2], 'EX', ARGV[3])
  elseif string.sub(known, 1, 1) == 'p' then
    redis.call('set', KEYS[1], string.match(known, '^[^ ]+') .. ' ' .. ARGV[2], 'EX', ARGV[3])
  end
  return known`;
const releaseScript = `
  local known = redis.call('get', KEYS[1])
  if known and string.match(known, '^p[^ ]* (.+)$') == ARGV[1] then redis.call('del', KEYS[1]) end
  return known`;

const beginScript = `
  if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('set', KEYS[1], ARGV[2]) end`;

type Pipeline = ReturnType<Redis['pipeline']>;

/** The window in Redis: one pipeline a request. */
export class RedisWindow extends TransactionWindow {
  private readonly redis: Redis;
  private since = 0;
  private isBeforeAll = false;

  constructor(
    url: string,
    private readonly seconds: number,
    private readonly forgotten: ForgottenIds,
  ) {
    super();
    this.redis = new Redis(url, { maxRetriesPerRequest: 1, enableAutoPipelining: false, commandTimeout: 3_000 });
    // Commands report their own failures; a broken connection is made anew by the client.
    this.redis.on('error', () => undefined);
  }

  /** Says in a new window whether it was there before all events. @param isFirst asked only of a new one */
  async begin(isFirst: () => Promise<boolean>): Promise<void> {
    const now = Date.now();
    const [since] = await this.pipelined((pipeline) => pipeline.set(sinceKey, now, 'NX', 'GET'));
    if (since !== null || !(await isFirst())) return;
    await this.pipelined((pipeline) => pipeline.eval(beginScript, 1, sinceKey, now, `${now}${beforeAll}`));
  }

  override async reserve(events: AcceptedEvent[]): Promise<Seen[]> {
    const now = Date.now();
    const [since, ...answers] = await this.pipelined((pipeline) => {
      pipeline.set(sinceKey, now, 'NX', 'GET');
      for (const event of events)
        pipeline.eval(reserveScript, 1, prefix + windowKey(event), event.timestamp, event.id, pendingSeconds);
    });
    this.isBeforeAll = since !== null && String(since).endsWith(beforeAll);
    this.since = since === null ? now : Number.parseInt(String(since), 10);
    return answers.map((answer) => {
      if (answer === null) return { state: 'new' };
      if (answer === stored) return { state: 'stored' };
      return { state: 'pending', timestamp: Number(String(answer).slice(1).split(' ')[0]) };
    });
  }

  override async confirm(events: AcceptedEvent[]): Promise<void> {
    await this.pipelined((pipeline) => {
      for (const event of events) pipeline.set(prefix + windowKey(event), stored, 'EX', this.seconds);
    });
  }

  override async release(events: AcceptedEvent[]): Promise<void> {
    await this.pipelined((pipeline) => {
      for (const event of events) pipeline.eval(releaseScript, 1, prefix + windowKey(event), event.id);
    });
  }

  /** Beyond the window's time only events without a timestamp are asked for: others are the same event to the store. */
  override doubtful(events: AcceptedEvent[]): AcceptedEvent[] {
    const isFull = this.ageMs() >= this.seconds * 1000;
    if (this.isBeforeAll && !isFull) return [];
    const asked = isFull ? events.filter((event) => event.timestamp === event.received_at * 1000) : events;
    return this.forgotten.knowsAllBefore(this.heldFrom())
      ? asked.filter((event) => this.forgotten.mayHave(event))
      : asked;
  }

  override isLost(): boolean {
    return !this.isBeforeAll && this.ageMs() < lostMs;
  }

  /** What it will forget within half of its time is among them. */
  override holdsFrom(): number {
    return Math.max(Date.now() - (this.seconds * 1000) / 2, this.heldFrom());
  }

  private heldFrom(): number {
    return Math.max(Date.now() - this.seconds * 1000, this.since);
  }

  private ageMs(): number {
    return Date.now() - this.since;
  }

  close(): void {
    this.redis.disconnect();
  }

  private async pipelined(fill: (pipeline: Pipeline) => void): Promise<unknown[]> {
    const pipeline = this.redis.pipeline();
    fill(pipeline);
    let results: Awaited<ReturnType<Pipeline['exec']>>;
    try {
      results = await pipeline.exec();
    } catch (error) {
      throw new Unavailable('the window of transaction ids does not answer', error);
    }
    return (results ?? []).map(([error, answer]) => {
      if (error) throw new Unavailable('the window of transaction ids does not answer', error);
      return answer;
    });
  }
}
