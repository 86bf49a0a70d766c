import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config, type MailPage, type Tenant, type TenantTransaction } from '@tollgate/platform';
import { hashToken, newAddressToken } from '../access/tokens.js';
import { Attempts } from '../credentials/attempts.js';
import { limits } from '../credentials/attempts.rules.js';
import { IdentityDatabase } from '../identity.database.js';
import { Mails } from '../mails/mails.js';
import { invitationPage } from './invitation-page.js';
import { mailedInvite } from './invites.repository.js';

/** The kind of mail that this service writes. */
const kind = 'invitation';

/** Mails invitations to the people who are invited. */
@Injectable()
export class Invitations implements OnModuleInit {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly attempts: Attempts,
    private readonly mails: Mails,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.mails.register(kind, (email, locale, organizationId) => this.write(email, locale, organizationId));
  }

  /** Counts an invitation that a caller is about to send. @throws TooManyRequests */
  async take({ organizationId }: Tenant, email: string): Promise<void> {
    await this.attempts.take([
      { limit: limits.invitation, subject: `${organizationId} ${email}` },
      { limit: limits.invitations, subject: organizationId },
    ]);
  }

  /** Queues the mail when the transaction of the invite commits. */
  async put(transaction: TenantTransaction, email: string, locale: string | null): Promise<void> {
    await this.mails.put(transaction, transaction.organizationId, { kind, to: email, locale });
  }

  /**
   * Writes the mail with a token of its own, which the inviter never sees. Only the latest mail's is valid.
   * @returns null for an invite that is accepted, revoked or outdated by now
   */
  private async write(email: string, locale: string | null, organizationId: string | null): Promise<MailPage | null> {
    if (organizationId === null) return null;
    const token = newAddressToken();
    const invite = await this.database.tenant(organizationId, (transaction) =>
      mailedInvite(transaction, email, hashToken(token)),
    );
    if (!invite) return null;
    const url = `${this.config.publicUrl}/invitation/${token}`;
    return invitationPage({ organization: invite.organization, url, expiresAt: invite.expires_at }, locale);
  }
}
