import { Semaphore, type SlotWait } from '../batching/semaphore.js';
import { Unavailable } from '../errors/api-errors.js';

/**
 * Limits how many of a service's connections one organization holds. Otherwise, an organization's transactions that
 * wait for each other's rows could hold all of them and block everyone else.
 */
export class ConnectionShares {
  private readonly shares = new Map<string, Semaphore>();
  private readonly wait: SlotWait;

  /**
   * @param ofOne connections of one organization
   * @param waitMs maximum wait of a transaction for a connection
   */
  constructor(
    private readonly ofOne: number,
    waitMs = 10_000,
  ) {
    const refusal = () => new Unavailable('other calls of the organization are under way, try again');
    this.wait = { ms: waitMs, refusal };
  }

  /** Runs work while it counts as one of an organization's connections. @throws Unavailable after `waitMs` */
  async within<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    const share = this.shares.get(organizationId) ?? new Semaphore(this.ofOne, this.wait);
    this.shares.set(organizationId, share);
    try {
      return await share.run(work);
    } finally {
      if (share.isIdle) this.shares.delete(organizationId);
    }
  }
}
