import { Redis } from 'ioredis';
import { Unavailable } from '@tollgate/platform';
import type { AcceptedEvent } from '../events/accepted-event.js';
import { pendingSeconds, TransactionWindow, windowKey, type Seen } from './transaction-window.js';

const stored = 's';
const prefix = 'event:';

/** The window in Redis: one pipeline a request. */
export class RedisWindow extends TransactionWindow {
  private readonly redis: Redis;

  constructor(url: string, private readonly seconds: number) {
    super();
    this.redis = new Redis(url, { maxRetriesPerRequest: 1, enableAutoPipelining: false, commandTimeout: 3_000 });
    // Commands report their own failures; a broken connection is made anew by the client.
    this.redis.on('error', () => undefined);
  }

  override async reserve(events: AcceptedEvent[]): Promise<Seen[]> {
    const answers = await this.pipelined((pipeline) => {
      for (const event of events) pipeline.set(prefix + windowKey(event), `p${event.timestamp}`, 'EX', pendingSeconds, 'NX', 'GET');
    });
    return answers.map((answer) => {
      if (answer === null) return { state: 'new' };
      return answer === stored ? { state: 'stored' } : { state: 'pending', timestamp: Number(String(answer).slice(1)) };
    });
  }

  override async confirm(events: AcceptedEvent[]): Promise<void> {
    await this.pipelined((pipeline) => {
      for (const event of events) pipeline.set(prefix + windowKey(event), stored, 'EX', this.seconds);
    });
  }

  override async release(events: AcceptedEvent[]): Promise<void> {
    await this.pipelined((pipeline) => {
      for (const event of events) pipeline.del(prefix + windowKey(event));
    });
  }

  close(): void {
    this.redis.disconnect();
  }

  private async pipelined(fill: (pipeline: ReturnType<Redis['pipeline']>) => void): Promise<unknown[]> {
    const pipeline = this.redis.pipeline();
    fill(pipeline);
    let results: Awaited<ReturnType<typeof pipeline.exec>>;
    try {
      results = await pipeline.exec();
    } catch {
      throw new Unavailable('the window of transaction ids does not answer');
    }
    return (results ?? []).map(([error, answer]) => {
      if (error) throw new Unavailable('the window of transaction ids does not answer');
      return answer;
    });
  }
}
