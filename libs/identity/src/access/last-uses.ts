import { outOfContext, type Logger, type Transaction } from '@tollgate/platform';
import type { IdentityDatabase } from '../identity.database.js';

const pauseMs = 60_000;

/** Writes the time of the last use by id. An earlier time than the stored one must change nothing. */
export type WriteUses = (transaction: Transaction, uses: Map<string, Date>) => Promise<void>;

/**
 * Collects the last uses of credentials where callers arrive. It writes a first use at once, and later ones in one
 * statement a minute. A killed process loses that minute.
 */
export class LastUses {
  private uses = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;

  /** @param what the name of the credentials in logs */
  constructor(
    private readonly what: string,
    private readonly database: IdentityDatabase,
    private readonly logger: Logger,
    private readonly writeUses: WriteUses,
  ) {}

  /** Records that a credential is used now. */
  note(id: string): void {
    this.uses.set(id, new Date());
    if (!this.timer) this.writeAndPause();
  }

  /** Writes what is left when the process stops. */
  async end(): Promise<void> {
    clearTimeout(this.timer);
    await this.write();
  }

  private writeAndPause(): void {
    void this.write();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.uses.size > 0) this.writeAndPause();
    }, pauseMs);
  }

  /** Writes the collected uses now; retains them if the database fails. */
  async write(): Promise<void> {
    if (this.uses.size === 0) return;
    const { uses } = this;
    this.uses = new Map();
    try {
      await outOfContext(() => this.database.everyTenant((transaction) => this.writeUses(transaction, uses)));
    } catch (error) {
      this.uses = new Map([...uses, ...this.uses]);
      this.logger.warn(`last uses of ${this.what} are not written yet`, { count: this.uses.size, error });
    }
  }
}
