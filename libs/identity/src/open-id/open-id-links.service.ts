import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config, shortPage, ValidationFailed, type MailPage } from '@tollgate/platform';
import { hashToken, newAddressToken } from '../access/tokens.js';
import { Attempts } from '../credentials/attempts.js';
import { limits } from '../credentials/attempts.rules.js';
import { accountOfEmail, proveAddress, type Account } from '../credentials/credentials.repository.js';
import { IdentityDatabase } from '../identity.database.js';
import { Mails } from '../mails/mails.js';
import { nameOfOrganization } from '../mails/admin-mails.js';
import { mailedLink, putLink, takeLink } from './open-id-links.repository.js';
import { findConnection, relinkSubject } from './open-id.repository.js';

/** The kind of mail that this service writes. */
const kind = 'open_id_link';
const hours = 24;
const lifetimeMs = hours * 3_600_000;

/** The login of a person at the provider of an organization. */
export interface Login {
  organizationId: string;
  issuer: string;
  subject: string;
}

/**
 * Links of providers beside accounts that are used elsewhere. The word of an organization alone links nothing: the person
 * confirms it by a mail of the installation.
 */
@Injectable()
export class OpenIdLinks implements OnModuleInit {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly attempts: Attempts,
    private readonly mails: Mails,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.mails.register(kind, (email, _, organizationId) => this.write(email, organizationId));
  }

  /** Keeps a link until its person confirms it, and mails the person. @throws TooManyRequests */
  async propose({ organizationId, issuer, subject }: Login, { user }: Account): Promise<void> {
    await this.attempts.take([{ limit: limits.link, subject: `${organizationId} ${user.email}` }]);
    const expiresAt = new Date(Date.now() + lifetimeMs);
    await this.database.tenant(organizationId, async (transaction) => {
      await putLink(transaction, { user_id: user.id, issuer, subject, expires_at: expiresAt });
      await this.mails.put(transaction, organizationId, { kind, to: user.email });
    });
  }

  /**
   * Confirms a link with the token of its mail; this proves the address too.
   * @returns the name of the organization @throws ValidationFailed for a token that is unknown, used or outdated;
   * TooManyRequests
   */
  async confirm(token: string, ipAddress: string): Promise<string> {
    await this.attempts.take([{ limit: limits.address, subject: ipAddress }]);
    const now = new Date();
    const link = await this.database.everyTenant(async (transaction) => {
      const taken = await takeLink(transaction, hashToken(token));
      if (taken) await proveAddress(transaction, taken.user_id, now);
      return taken;
    });
    if (!link) throw invalidToken();
    const { organization_id: organizationId, issuer, subject, user_id: userId } = link;
    const name = await this.database.tenant(organizationId, async (transaction) => {
      // Another provider may use the same subject for another person.
      if ((await findConnection(transaction))?.issuer !== issuer) throw invalidToken();
      await relinkSubject(transaction, issuer, subject, userId);
      return nameOfOrganization(transaction);
    });
    await this.attempts.giveBack(limits.address, ipAddress);
    return name;
  }

  /** @returns null for a link that was confirmed, or is outdated by now */
  private async write(email: string, organizationId: string | null): Promise<MailPage | null> {
    if (organizationId === null) return null;
    const token = newAddressToken();
    // The organization does not see people who are no members yet.
    const account = await this.database.everyTenant((transaction) => accountOfEmail(transaction, email));
    if (!account) return null;
    const link = await this.database.tenant(organizationId, (transaction) =>
      mailedLink(transaction, account.user.id, hashToken(token)),
    );
    if (!link) return null;
    return linkPage(link.organization, `${this.config.publicUrl}/confirm-sign-in/${token}`);
  }
}

const invalidToken = () => new ValidationFailed({ token: ['value_is_invalid'] });

function linkPage(organization: string, url: string): MailPage {
  const request =
    `There was a sign-in at the provider of ${organization} with your address. Confirm that it was you: from then on you ` +
    `sign in to ${organization} there. Your password and your other organizations stay as they are.`;
  const otherwise = `The link works for ${hours} hours. If it was not you, ignore this mail: nothing has changed.`;
  return {
    ...shortPage({
      subject: `Confirm your sign-in to ${organization}`,
      preheader: request,
      sender: 'Tollgate',
      greeting: 'Hello,',
      paragraphs: [request],
    }),
    button: { label: 'Confirm the sign-in', url },
    closing: [otherwise],
  };
}
