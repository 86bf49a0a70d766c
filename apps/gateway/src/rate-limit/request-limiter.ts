import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { Batcher, Config, Logger, redisClient, TooManyRequests, type RedisClient } from '@tollgate/platform';

const windowSeconds = 1;
const longestAnswerMs = 250;
const pauseAfterFailureMs = 1_000;
const reportEveryMs = 60_000;

/**
 * Limits the calls of a key per second. It counts them in Redis over all replicas of the gateway, or in this process
 * without Redis. While Redis is unavailable, all calls pass: billing without a limit is better than none.
 */
@Injectable()
export class RequestLimiter implements OnApplicationShutdown {
  private readonly redis: RedisClient | undefined;
  private readonly limiter: RateLimiterAbstract;
  /** Batches concurrent calls of a key into one Redis command. */
  private readonly calls = new Batcher<string, TooManyRequests | null>((keys) => this.count(keys));
  private retryAt = 0;
  private reportAgainAt = 0;

  constructor(
    config: Config,
    private readonly logger: Logger,
  ) {
    const window = { points: config.rateLimitPerSecond, duration: windowSeconds, keyPrefix: 'tollgate:calls' };
    if (!config.redis) {
      this.limiter = new RateLimiterMemory(window);
      return;
    }
    this.redis = redisClient(config.redis, {
      enableOfflineQueue: false,
      // Keys whose calls arrive in one tick are counted in one round trip.
      enableAutoPipelining: true,
      commandTimeout: longestAnswerMs,
      maxRetriesPerRequest: 0,
    });
    this.redis.on('error', (error) => this.logger.debug('redis', { error }));
    // A key over its limit is refused without a further Redis command until its window ends.
    this.limiter = new RateLimiterRedis({
      ...window,
      storeClient: this.redis,
      rejectIfRedisNotReady: true,
      inMemoryBlockOnConsumed: window.points,
    });
  }

  /**
   * Counts a call.
   * @throws TooManyRequests when the key has used up this second
   */
  async take(apiKeyId: string): Promise<void> {
    if (Date.now() < this.retryAt) return;
    const refusal = await this.calls.add(apiKeyId, apiKeyId);
    if (refusal) throw refusal;
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  /** Counts calls of one key in order: null for those within the limit of this second. */
  private async count(keys: string[]): Promise<(TooManyRequests | null)[]> {
    try {
      await this.limiter.consume(keys[0] as string, keys.length);
      return keys.map(() => null);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) {
        this.pass(refusal);
        return keys.map(() => null);
      }
      const before = refusal.consumedPoints - keys.length;
      // A key known to be over its limit was not counted.
      const room = before < 0 ? 0 : Math.max(0, this.limiter.points - before);
      const late = new TooManyRequests(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      return keys.map((_, place) => (place < room ? null : late));
    }
  }

  private pass(error: unknown): void {
    const now = Date.now();
    this.retryAt = now + pauseAfterFailureMs;
    if (now < this.reportAgainAt) return;
    this.reportAgainAt = now + reportEveryMs;
    this.logger.warn('Redis does not count calls; all pass', { error });
  }
}
