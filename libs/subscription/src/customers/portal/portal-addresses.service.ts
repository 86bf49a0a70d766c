import { Injectable, type OnModuleInit } from '@nestjs/common';
import { portalRightsOf, type CommandAnswer, type PortalSection } from '@tollgate/contracts';
import { readPortalSettings } from '@tollgate/catalog/reader';
import { Clock, CommandBus, Config, SignedTokens, type Instant, type TenantTransaction } from '@tollgate/platform';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { customersByIds, type CustomerRow } from '../../model/customers/customers.repository.js';
import { findPortalPerson, type PortalPersonRow } from '../../model/customers/portal-people.repository.js';
import { findPortalSession, type PortalSessionRow } from '../../model/customers/portal-sessions.repository.js';
import { existingCustomer } from '../resource/customers.service.js';
import { personOfToken } from './portal-person.presenter.js';
import { sessionOfToken } from './portal-session.presenter.js';

const validityMs = 12 * 3_600_000;

/** The claims of an address; one without a session cannot be revoked. */
interface PortalClaims {
  organizationId: string;
  customerId: string;
  sessionId?: string;
  /** Unix ms, of the organization's clock. */
  expiresAt: Instant;
}

/** Addresses of the customer portal, and the tokens in them (customers, section 3). */
@Injectable()
export class PortalAddresses implements OnModuleInit {
  private readonly tokens: SignedTokens;

  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly config: Config,
  ) {
    this.tokens = new SignedTokens(config, 'customer-portal');
  }

  onModuleInit(): void {
    this.commands.handle('subscription', 'customer.read_portal_token', async ({ token }) => ({
      customer: await this.customerOf(token),
    }));
  }

  /** Returns a new address with each call, valid for twelve hours; the service stores nothing. @throws NotFound */
  async urlOf(organizationId: string, externalId: string): Promise<string> {
    const now = await this.clock.now(organizationId);
    const { id } = await this.database.tenant(organizationId, (transaction) =>
      existingCustomer(transaction, externalId),
    );
    return this.addressOf({ organizationId, customerId: id, expiresAt: now + validityMs }, now);
  }

  /** The address of a customer's portal. @param now Unix ms, of the organization's clock */
  async addressOf({ customerId, ...claims }: PortalClaims, now: Instant): Promise<string> {
    const token = await this.tokens.sign({ subject: customerId, ...claims }, now);
    return `${this.config.publicUrl}/customer-portal/${token}`;
  }

  /** The customer of a token; null if it is not genuine, has expired or was revoked, and without its customer or person. */
  private async customerOf(token: string): Promise<CommandAnswer<'customer.read_portal_token'>['customer']> {
    const claims = await this.tokens.read(token);
    if (!claims) return null;
    const { organizationId, subject, sessionId, expiresAt } = claims;
    if (expiresAt <= (await this.clock.now(organizationId))) return null;
    return this.database.tenant(organizationId, async (transaction) => {
      const [customer] = await customersByIds(transaction, [subject]);
      if (!customer || customer.deleted_at !== null) return null;
      const session = sessionId === undefined ? null : await findPortalSession(transaction, sessionId);
      if (session === undefined || (session && session.revoked_at !== null)) return null;
      const person = session?.person_id
        ? await findPortalPerson(transaction, { customerId: customer.id, id: session.person_id })
        : null;
      if (person === undefined) return null;
      return {
        organization_id: organizationId,
        customer_id: customer.id,
        expires_at: expiresAt,
        ...(await admittedBy(transaction, customer, session, person)),
        session: session && sessionOfToken(session),
        person: person && personOfToken(person),
      };
    });
  }
}

/** The parts of a session that the portal of the customer's issuer and the role of the person have, too. */
async function admittedBy(
  transaction: TenantTransaction,
  customer: CustomerRow,
  session: PortalSessionRow | null,
  person: PortalPersonRow | null,
): Promise<{ sections: PortalSection[]; origins: string[]; has_people: boolean }> {
  const settings = await readPortalSettings(transaction, customer.billing_entity_id);
  const { sections: ofRole } = portalRightsOf(person?.role ?? null);
  const sections = settings.sections.filter(
    (section) => ofRole.includes(section) && (session?.sections.includes(section) ?? true),
  );
  // A session with a part of the portal gives no one the whole of it.
  const isWhole = sections.length === settings.sections.length;
  return {
    sections,
    origins: settings.origins,
    has_people: settings.people && settings.sign_in_by_mail && isWhole,
  };
}
