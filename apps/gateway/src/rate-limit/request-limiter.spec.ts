import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Config, Logger, TooManyRequests } from '@tollgate/platform';
import { RequestLimiter } from './request-limiter.js';

const secrets = { ADMIN_API_KEY: 'admin-key', INTERNAL_TOKEN: 'internal-token', LOG_LEVEL: 'silent' };

function limiterWith(env: Record<string, string>) {
  const config = new Config({ ...secrets, ...env });
  const logger = new Logger(config);
  const warn = jest.spyOn(logger, 'warn');
  return { limiter: new RequestLimiter(config, logger), warn };
}

describe('the rate limit', () => {
  let opened: RequestLimiter | undefined;
  afterEach(() => opened?.onApplicationShutdown());

  it('refuses calls beyond the limit of a second, key by key', async () => {
    const { limiter } = limiterWith({ RATE_LIMIT_PER_SECOND: '3' });
    for (let call = 0; call < 3; call++) await limiter.take('one');
    const refusal = await limiter.take('one').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TooManyRequests);
    expect((refusal as TooManyRequests).headers).toEqual({ 'retry-after': '1' });
    await limiter.take('other');
  });

  it('counts concurrent calls one by one: exactly the limit passes', async () => {
    const { limiter } = limiterWith({ RATE_LIMIT_PER_SECOND: '5' });
    await limiter.take('one');
    const together = () => Promise.allSettled(Array.from({ length: 7 }, () => limiter.take('one')));
    const outcomes = (await together()).map(({ status }) => status);
    expect(outcomes).toEqual([...Array(4).fill('fulfilled'), ...Array(3).fill('rejected')]);
    expect((await together()).map(({ status }) => status)).toEqual(Array(7).fill('rejected'));
  });

  it('accepts calls again in the next second', async () => {
    const { limiter } = limiterWith({ RATE_LIMIT_PER_SECOND: '1' });
    await limiter.take('one');
    await expect(limiter.take('one')).rejects.toBeInstanceOf(TooManyRequests);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    await limiter.take('one');
  });

  it('accepts all calls while Redis is unavailable, and logs this once', async () => {
    const { limiter, warn } = limiterWith({ RATE_LIMIT_PER_SECOND: '1', REDIS_URL: 'redis://127.0.0.1:1' });
    opened = limiter;
    for (let call = 0; call < 20; call++) await limiter.take('one');
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
