import { Unavailable } from '../errors/api-errors.js';

interface Waiting {
  begin: () => void;
  deadline: NodeJS.Timeout;
}

/**
 * How many of a service's connections one organization holds at once. Transactions of an organization that wait for each
 * other's rows would hold all of them otherwise, and the calls of everybody else would wait for theirs.
 */
export class ConnectionShares {
  private readonly held = new Map<string, number>();
  private readonly lines = new Map<string, Waiting[]>();

  /**
   * @param ofOne connections of one organization at once
   * @param waitMs how long a transaction waits at most until it may have one
   */
  constructor(
    private readonly ofOne: number,
    private readonly waitMs = 10_000,
  ) {}

  /** Does work while one more connection of an organization counts as held. @throws Unavailable after `waitMs` */
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
          reject(new Unavailable('others of the organization are at the same, try again'));
        }, this.waitMs),
      };
      line.push(waiting);
    });
  }

  private release(organizationId: string): void {
    const line = this.lines.get(organizationId);
    const next = line?.shift();
    // Its place goes straight to the next in line.
    if (next) return next.begin();
    this.lines.delete(organizationId);
    const left = (this.held.get(organizationId) ?? 1) - 1;
    if (left > 0) this.held.set(organizationId, left);
    else this.held.delete(organizationId);
  }
}
