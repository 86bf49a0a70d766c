import { Batcher, keyPrefix, redisClient, Unavailable, type RedisClient, type RedisSettings } from '@tollgate/platform';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import type { EvictedIdFilter } from './evicted-id-filter.js';
import { TransactionWindow, windowKey, type Seen } from './transaction-window.js';

const stored = 's';
const beforeAll = ' before all events';
/** How long the window remembers the reservation of a write with unknown outcome. */
const pendingSeconds = 600;
/** Events accepted before a loss reach the store within this time. */
const lostMs = 120_000;

/** Most ids per command, as a script blocks Redis meanwhile. */
const mostAtOnce = 2_000;

// A reservation is `p<timestamp> <owner>`; a later attempt takes over its timestamp while it lasts.
const scripts = {
  reserveEvents: `
    local answers = { redis.call('set', KEYS[1], ARGV[1], 'NX', 'GET') }
    for i = 2, #KEYS do
      local known, timestamp, owner = redis.call('get', KEYS[i]), ARGV[i * 2 - 1], ARGV[i * 2]
      if not known then
        redis.call('set', KEYS[i], 'p' .. timestamp .. ' ' .. owner, 'EX', ARGV[2])
      elseif string.sub(known, 1, 1) == 'p' then
        redis.call('set', KEYS[i], string.match(known, '^[^ ]+') .. ' ' .. owner, 'EX', ARGV[2])
      end
      answers[i] = known
    end
    return answers`,
  confirmEvents: `for i = 1, #KEYS do redis.call('set', KEYS[i], ARGV[1], 'EX', ARGV[2]) end`,
  releaseEvents: `
    for i = 1, #KEYS do
      local known = redis.call('get', KEYS[i])
      if known and string.match(known, '^p[^ ]* (.+)$') == ARGV[i] then redis.call('del', KEYS[i]) end
    end`,
  beginWindow: `return redis.call('set', KEYS[1], ARGV[1], 'NX', 'GET')`,
  beginBeforeAll: `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('set', KEYS[1], ARGV[2]) end`,
};

type Script = (keys: number, ...keysAndArguments: (string | number)[]) => Promise<unknown>;
type ScriptedRedis = RedisClient & Record<keyof typeof scripts, Script>;

/** The window in Redis: the requests of concurrent calls share one command. */
export class RedisWindow extends TransactionWindow {
  private readonly redis: ScriptedRedis;
  private readonly reservations = new Batcher<AcceptedEvent[], Seen[]>((calls) =>
    inOne(calls, (all) => this.reserveAll(all)),
  );
  private readonly confirmations = new Batcher<AcceptedEvent[], Seen[]>((calls) =>
    inOne(calls, (all) => this.confirmAll(all)),
  );
  private readonly prefix: string;
  /**
   * Names the key with the instant since when the window exists (Unix milliseconds), and whether it predates the first
   * event. The key is lost together with the whole window.
   */
  private readonly sinceKey: string;
  private since = 0;
  private isBeforeAll = false;
  /** A server that restarted may have lost the latest writes, so earlier ids are doubtful. */
  private connectedAt = 0;

  constructor(
    settings: RedisSettings,
    private readonly seconds: number,
    private readonly evictedIds: EvictedIdFilter,
  ) {
    super();
    const shared = keyPrefix(settings, 'event');
    this.prefix = `${shared}:`;
    this.sinceKey = `${shared}-window:since`;
    this.redis = redisClient(settings, {
      maxRetriesPerRequest: 1,
      enableAutoPipelining: false,
      commandTimeout: 3_000,
      scripts: Object.fromEntries(Object.entries(scripts).map(([name, lua]) => [name, { lua }])),
    }) as ScriptedRedis;
    // Commands report their own failures; the client reconnects by itself.
    this.redis.on('error', () => undefined);
    this.redis.on('ready', () => (this.connectedAt = Date.now()));
  }

  /** Records in a new window whether it predates all events. @param isFirst called for a new window only */
  async begin(isFirst: () => Promise<boolean>): Promise<void> {
    await answered(this.redis.ping());
    const now = Date.now();
    const since = await answered(this.redis.beginWindow(1, this.sinceKey, now));
    if (since !== null || !(await isFirst())) return;
    await answered(this.redis.beginBeforeAll(1, this.sinceKey, now, `${now}${beforeAll}`));
  }

  override reserve(events: AcceptedEvent[]): Promise<Seen[]> {
    return this.reservations.add('', events);
  }

  override async confirm(events: AcceptedEvent[]): Promise<void> {
    await this.confirmations.add('', events);
  }

  override async release(events: AcceptedEvent[]): Promise<void> {
    if (events.length === 0) return;
    const owners = events.map(({ id }) => id);
    await answered(this.redis.releaseEvents(events.length, ...this.keysOf(events), ...owners));
  }

  /**
   * Once the window's time is over, only events without a timestamp are doubtful; the store deduplicates the others.
   */
  override doubtful(events: AcceptedEvent[]): AcceptedEvent[] {
    const isFull = this.ageMs() >= this.seconds * 1000;
    if (this.isBeforeAll && this.connectedAt <= this.since && !isFull) return [];
    const candidates = isFull ? events.filter((event) => event.timestamp === event.received_at * 1000) : events;
    return this.evictedIds.knowsAllBefore(this.heldFrom())
      ? candidates.filter((event) => this.evictedIds.mayHave(event))
      : candidates;
  }

  override isLost(): boolean {
    return !this.isBeforeAll && this.ageMs() < lostMs;
  }

  /** Includes the ids that expire within the next half of the window's time. */
  override holdsFrom(): number {
    return Math.max(Date.now() - (this.seconds * 1000) / 2, this.heldFrom());
  }

  private keysOf(events: AcceptedEvent[]): string[] {
    return events.map((event) => this.prefix + Buffer.from(windowKey(event), 'latin1').toString('base64url'));
  }

  private heldFrom(): number {
    return Math.max(Date.now() - this.seconds * 1000, this.since, this.connectedAt);
  }

  private ageMs(): number {
    return Date.now() - this.since;
  }

  close(): void {
    this.redis.disconnect();
  }

  private async reserveAll(events: AcceptedEvent[]): Promise<Seen[]> {
    const now = Date.now();
    const reservations = events.flatMap(({ timestamp, id }) => [timestamp, id]);
    const [since, ...storedStates] = (await answered(
      this.redis.reserveEvents(
        events.length + 1,
        this.sinceKey,
        ...this.keysOf(events),
        now,
        pendingSeconds,
        ...reservations,
      ),
    )) as (string | null)[];
    this.isBeforeAll = since?.endsWith(beforeAll) ?? false;
    this.since = Number.parseInt(since ?? String(now), 10);
    return storedStates.map(seen);
  }

  private async confirmAll(events: AcceptedEvent[]): Promise<Seen[]> {
    await answered(this.redis.confirmEvents(events.length, ...this.keysOf(events), stored, this.seconds));
    return events.map(() => ({ state: 'stored' }));
  }
}

function seen(storedState: string | null): Seen {
  if (storedState === null) return { state: 'new' };
  if (storedState === stored) return { state: 'stored' };
  return { state: 'pending', timestamp: Number(storedState.slice(1).split(' ')[0]) };
}

/** Serves the events of many calls in shared batches. @returns each call's own results */
async function inOne(calls: AcceptedEvent[][], serve: (events: AcceptedEvent[]) => Promise<Seen[]>): Promise<Seen[][]> {
  const events = calls.flat();
  const all: Seen[] = [];
  for (let from = 0; from < Math.max(events.length, 1); from += mostAtOnce)
    all.push(...(await serve(events.slice(from, from + mostAtOnce))));
  let from = 0;
  return calls.map(({ length }) => all.slice(from, (from += length)));
}

/** @throws Unavailable */
async function answered<T>(command: Promise<T>): Promise<T> {
  try {
    return await command;
  } catch (error) {
    throw new Unavailable('the window of transaction ids does not answer', error);
  }
}
