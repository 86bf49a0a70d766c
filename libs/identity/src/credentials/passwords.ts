import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Semaphore, TooManyRequests } from '@tollgate/platform';

/** Argon2id (the library's default) with the minimum memory and work that OWASP recommends. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each hash occupies a thread and its memory for a few hundredths of a second. */
const concurrency = 2;
const mostWaiting = 100;
const retryAfterSeconds = 1;

/** Hashes passwords. Bounded concurrency leaves threads for other work. */
@Injectable()
export class Passwords {
  private readonly semaphore = new Semaphore(concurrency);
  private waiting = 0;
  /** The hash to verify against for unknown people, so that the answer takes the same time. */
  private readonly decoyHash = this.hash(randomBytes(32).toString('base64'));

  /** @throws TooManyRequests when very many wait */
  async hash(password: string): Promise<string> {
    return this.serially(() => hash(password, cost));
  }

  /**
   * @param storedHash null without a password, which takes the same time
   * @throws TooManyRequests when very many wait
   */
  async matches(password: string, storedHash: string | null): Promise<boolean> {
    const against = storedHash ?? (await this.decoyHash);
    const same = await this.serially(() => verify(against, password));
    return same && storedHash !== null;
  }

  private async serially<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting >= mostWaiting) throw new TooManyRequests(retryAfterSeconds);
    this.waiting += 1;
    try {
      return await this.semaphore.run(work);
    } finally {
      this.waiting -= 1;
    }
  }
}
