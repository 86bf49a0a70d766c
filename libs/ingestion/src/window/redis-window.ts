import { Redis } from 'ioredis';
import { Unavailable } from '@tollgate/platform';
import type { AcceptedEvent } from '../accepted-events/accepted-event.js';
import { TransactionWindow, windowKey, type Gap, type Seen } from './transaction-window.js';

const stored = 's';
const prefix = 'event:';
/** Since when the window has been there (Unix milliseconds): it is lost together with all else. */
const sinceKey = 'event-window:since';
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

type Pipeline = ReturnType<Redis['pipeline']>;

/** The window in Redis: one pipeline a request. */
export class RedisWindow extends TransactionWindow {
  private readonly redis: Redis;
  private since = 0;

  constructor(
    url: string,
    private readonly seconds: number,
  ) {
    super();
    this.redis = new Redis(url, { maxRetriesPerRequest: 1, enableAutoPipelining: false, commandTimeout: 3_000 });
    // Commands report their own failures; a broken connection is made anew by the client.
    this.redis.on('error', () => undefined);
  }

  override async reserve(events: AcceptedEvent[]): Promise<Seen[]> {
    const now = Date.now();
    const [since, ...answers] = await this.pipelined((pipeline) => {
      pipeline.set(sinceKey, now, 'NX', 'GET');
      for (const event of events)
        pipeline.eval(reserveScript, 1, prefix + windowKey(event), event.timestamp, event.id, pendingSeconds);
    });
    this.since = since === null ? now : Number(since);
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

  override gap(): Gap {
    const age = Date.now() - this.since;
    if (age < lostMs) return 'lost';
    return age < this.seconds * 1000 ? 'any' : 'earlier';
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
