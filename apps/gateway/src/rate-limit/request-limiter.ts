import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { Config, Logger, TooManyRequests } from '@tollgate/platform';

const windowSeconds = 1;
const longestAnswerMs = 250;
const pauseAfterFailureMs = 1_000;
const reportEveryMs = 60_000;

/**
 * How many calls a key may make in a second, counted in Redis over all replicas of the gateway, or in this process
 * where there is no Redis. When Redis is away calls pass: billing goes on without a limit rather than not at all.
 */
@Injectable()
export class RequestLimiter implements OnApplicationShutdown {
  private readonly redis: Redis | undefined;
  private readonly limiter: RateLimiterAbstract;
  private askAgainAt = 0;
  private reportAgainAt = 0;

  constructor(
    config: Config,
    private readonly logger: Logger,
  ) {
    const window = { points: config.rateLimitPerSecond, duration: windowSeconds, keyPrefix: 'tollgate:calls' };
    if (!config.redisUrl) {
      this.limiter = new RateLimiterMemory(window);
      return;
    }
    this.redis = new Redis(config.redisUrl, {
      enableOfflineQueue: false,
      // Calls that come in one turn are counted in one round trip.
      enableAutoPipelining: true,
      commandTimeout: longestAnswerMs,
      maxRetriesPerRequest: 0,
    });
    this.redis.on('error', (error) => this.logger.debug('redis', { error }));
    // A key that has used up its window is refused without another question until the window is over.
    this.limiter = new RateLimiterRedis({
      ...window,
      storeClient: this.redis,
      rejectIfRedisNotReady: true,
      inMemoryBlockOnConsumed: window.points,
    });
  }

  /**
   * Counts a call.
   * @throws TooManyRequests when the key has made its calls of this second
   */
  async take(apiKeyId: string): Promise<void> {
    if (Date.now() < this.askAgainAt) return;
    try {
      await this.limiter.consume(apiKeyId);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes)
        throw new TooManyRequests(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      this.pass(refusal);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.redis?.disconnect();
  }

  private pass(error: unknown): void {
    const now = Date.now();
    this.askAgainAt = now + pauseAfterFailureMs;
    if (now < this.reportAgainAt) return;
    this.reportAgainAt = now + reportEveryMs;
    this.logger.warn('Redis does not count calls; all pass', { error });
  }
}
