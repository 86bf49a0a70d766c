import { Injectable } from '@nestjs/common';
import { Config } from '@tollgate/platform';
import { hashToken, newAddressToken } from '../access/tokens.js';
import { IdentityDatabase } from '../identity.database.js';
import { hasPeople, replaceSetupLink } from './operators.repository.js';

const lifetimeMs = 24 * 3_600_000;

/** The link with which the first person of an installation comes in. The process that starts prints it. */
@Injectable()
export class SetupLinks {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly config: Config,
  ) {}

  /**
   * Makes a link that works once within 24 hours. A previous one ends.
   * @returns null when the installation has people: they invite others
   */
  async renew(): Promise<{ url: string; expiresAt: Date } | null> {
    const token = newAddressToken();
    const now = new Date();
    const expiresAt = new Date(now.getTime() + lifetimeMs);
    const isMade = await this.database.everyTenant(async (transaction) => {
      if (await hasPeople(transaction)) return false;
      await replaceSetupLink(transaction, hashToken(token), now, expiresAt);
      return true;
    });
    // Browsers do not send what follows `#`, so no log of a proxy has it.
    return isMade ? { url: `${this.config.publicUrl}/console/welcome#${token}`, expiresAt } : null;
  }
}
