import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Message } from '@tollgate/contracts';
import { CommandBus, Config, TooManyRequests, type MailPage } from '@tollgate/platform';
import { Attempts } from '../credentials/attempts.js';
import { limits } from '../credentials/attempts.rules.js';
import { IdentityDatabase } from '../identity.database.js';
import { Mails } from '../mails/mails.js';
import { workingOrganization } from '../organizations/organizations.repository.js';
import { slugOf } from '../organizations/slugs.js';
import { portalInvitationPage } from './portal-invitation-page.js';

/** The kind of mail that this service writes. */
const kind = 'portal_invitation';

/** Mails people whom a customer invites to its portal (customers, section 3.8). */
@Injectable()
export class PortalInvitations implements OnModuleInit {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly attempts: Attempts,
    private readonly commands: CommandBus,
    private readonly mails: Mails,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.mails.register(kind, (email, locale, organizationId) => this.write(email, locale, organizationId));
  }

  /** Queues the mail about a person whom the portal added; the organization mails its own people itself. */
  async invite(message: Message<'portal_person.created'>): Promise<void> {
    const { organization_id: organizationId, payload, actor } = message;
    const email = String(payload.portal_person['email']);
    const isMailed = actor?.source === 'portal' && (await this.mayMail(organizationId, payload.customer_id, email));
    await this.database.handleOnce(message, async (transaction) => {
      if (isMailed) await this.mails.put(transaction, organizationId, { kind, to: email, locale: payload.locale });
    });
  }

  /** Whether neither the address nor the customer has had too many mails: an address may be anyone's. */
  private async mayMail(organizationId: string, customerId: string, email: string): Promise<boolean> {
    try {
      await this.attempts.take([
        { limit: limits.link, subject: `portal ${organizationId} ${email}` },
        { limit: limits.portalInvitations, subject: customerId },
      ]);
      return true;
    } catch (error) {
      if (error instanceof TooManyRequests) return false;
      throw error;
    }
  }

  /** @returns null for a person who was removed by now, or may not sign in */
  private async write(email: string, locale: string | null, organizationId: string | null): Promise<MailPage | null> {
    if (organizationId === null) return null;
    const organization = await this.database.everyTenant((transaction) =>
      workingOrganization(transaction, { id: organizationId }),
    );
    if (!organization) return null;
    const request = { organization_id: organizationId, email };
    const { customers } = await this.commands.send('subscription', 'customer.find_by_email', request);
    if (customers.every(({ person_id: personId }) => personId === null)) return null;
    const url = `${this.config.publicUrl}/portal/sign-in/${slugOf(organization)}`;
    return portalInvitationPage({ organization: organization.name, email, url }, locale);
  }
}
