import { Unavailable } from '../errors/api-errors.js';

interface Waiting {
  begin: () => void;
  deadline: NodeJS.Timeout;
}

/**
 * Limits how many of a service's connections one organization holds. Otherwise, an organization's transactions that
 * wait for each other's rows could hold all of them and block everyone else.
 */
export class ConnectionShares {
  private readonly held = new Map<string, number>();
  private readonly lines = new Map<string, Waiting[]>();

  /**
   * @param ofOne connections of one organization
   * @param waitMs maximum wait of a transaction for a connection
   */
  constructor(
    private readonly ofOne: number,
    private readonly waitMs = 10_000,
  ) {}

  /** Runs work while it counts as one of an organization's connections. @throws Unavailable after `waitMs` */
  async within<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    const held = this.held.get(organizationId) ?? 0;
    if (held < this.ofOne) this.held.set(organizationId, held + 1);
    else await this.wait(organizationId);
    try {
      return await work();
    } finally {
      this.release(organizationId);
    }
  }

  private wait(organizationId: string): Promise<void> {
    const line = this.lines.get(organizationId) ?? [];
    this.lines.set(organizationId, line);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        begin: () => {
          clearTimeout(waiting.deadline);
          resolve();
        },
        deadline: setTimeout(() => {
          line.splice(line.indexOf(waiting), 1);
          reject(new Unavailable('other calls of the organization are under way, try again'));
        }, this.waitMs),
      };
      line.push(waiting);
    });
  }

  private release(organizationId: string): void {
    const line = this.lines.get(organizationId);
    const next = line?.shift();
    // The slot goes straight to the next waiter.
    if (next) return next.begin();
    this.lines.delete(organizationId);
    const left = (this.held.get(organizationId) ?? 1) - 1;
    if (left > 0) this.held.set(organizationId, left);
    else this.held.delete(organizationId);
  }
}
