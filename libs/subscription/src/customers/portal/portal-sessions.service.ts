import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  isBlank,
  portalRightsOf,
  portalSections,
  portalSessionSeconds,
  type CommandAnswer,
  type Meta,
  type NewPortalSession,
  type PortalSection,
  type PortalSession,
  type PortalSessionCreate,
  type PortalSessionFilters,
} from '@tollgate/contracts';
import { Clock, CommandBus, isId, newId, NotFound, ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import { customersByIds, lockCustomer } from '../../model/customers/customers.repository.js';
import { findPortalPerson } from '../../model/customers/portal-people.repository.js';
import {
  countActiveSessions,
  deleteEndedSessions,
  insertPortalSession,
  listPortalSessions,
  revokePortalSession,
  type PortalSessionRow,
} from '../../model/customers/portal-sessions.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { existingCustomer } from '../resource/customers.service.js';
import { PortalAddresses } from './portal-addresses.service.js';
import { signingInCustomers } from './signing-in-customers.reader.js';
import { presentSession } from './portal-session.presenter.js';

/** Active sessions that a customer may have. */
const mostActive = 1_000;

/** How long an ended session stays in the list, in milliseconds. */
const listedAfterEndMs = 90 * 86_400_000;

/** Sessions of customers in the portal, which calls list and revoke (customers, section 3.1). */
@Injectable()
export class PortalSessionsService implements OnModuleInit {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
    private readonly addresses: PortalAddresses,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('subscription', 'customer.find_by_email', ({ organization_id, email }) =>
      this.findByEmail(organization_id, email),
    );
    this.commands.handle('subscription', 'customer.open_portal', (request) =>
      this.open(request.organization_id, request.customer_id, request.person_id),
    );
  }

  /**
   * @param personId the person who signed in; null for a session of the customer itself
   * @throws NotFound, ValidationFailed when the customer has too many active sessions
   */
  async create(
    organizationId: string,
    externalId: string,
    input: PortalSessionCreate,
    personId: string | null = null,
  ): Promise<NewPortalSession> {
    const now = await this.clock.now(organizationId);
    const expiresAt = now + (input.expires_in ?? portalSessionSeconds.usual) * 1_000;
    const row = await this.database.tenant(organizationId, async (transaction) => {
      // The lock makes the count exact, and no person is removed meanwhile.
      await lockCustomer(transaction, externalId);
      const { id: customerId } = await existingCustomer(transaction, externalId);
      const sections = await sectionsOfPerson(transaction, customerId, personId);
      await deleteEndedSessions(transaction, customerId, now - listedAfterEndMs);
      if ((await countActiveSessions(transaction, customerId, now)) >= mostActive)
        throw new ValidationFailed({ base: ['too_many_portal_sessions'] });
      const made: PortalSessionRow = {
        id: newId(),
        organization_id: organizationId,
        customer_id: customerId,
        person_id: personId,
        return_url: isBlank(input.return_url) ? null : (input.return_url as string),
        flow: input.flow ?? null,
        sections: input.sections === undefined ? sections : sectionsOf(input.sections),
        locale: input.locale ?? null,
        expires_at: new Date(expiresAt),
        revoked_at: null,
        created_at: new Date(now),
      };
      await insertPortalSession(transaction, made);
      return made;
    });
    const url = await this.addresses.addressOf(
      { organizationId, customerId: row.customer_id, sessionId: row.id, expiresAt },
      now,
    );
    return { ...presentSession(row, externalId, now), url };
  }

  /** The customers that sign in with an e-mail address (customers, section 3.7). */
  private async findByEmail(organizationId: string, email: string): Promise<CommandAnswer<'customer.find_by_email'>> {
    return this.database.tenant(organizationId, async (transaction) => ({
      customers: await signingInCustomers(transaction, email),
    }));
  }

  /** Opens a session with the usual settings for a customer or a person that has proved who it is. @throws NotFound */
  private async open(
    organizationId: string,
    customerId: string,
    personId: string | null,
  ): Promise<CommandAnswer<'customer.open_portal'>> {
    const [customer] = await this.database.tenant(organizationId, (transaction) =>
      customersByIds(transaction, [customerId]),
    );
    if (!customer) throw new NotFound('customer');
    const { url } = await this.create(organizationId, customer.external_id, {}, personId);
    return { url };
  }

  /** @throws NotFound */
  async list(
    organizationId: string,
    externalId: string,
    filters: PortalSessionFilters,
  ): Promise<{ portal_sessions: PortalSession[]; meta: Meta }> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const customer = await existingCustomer(transaction, externalId);
      const { rows, meta } = await listPortalSessions(transaction, customer.id, filters, now);
      return { portal_sessions: rows.map((row) => presentSession(row, externalId, now)), meta };
    });
  }

  /** Ends a session at its next call; a revoked one stays as it is. @throws NotFound */
  async revoke(organizationId: string, externalId: string, id: string): Promise<PortalSession> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const { id: customerId } = await existingCustomer(transaction, externalId);
      const row = isId(id) ? await revokePortalSession(transaction, { customerId, id }, now) : undefined;
      if (!row) throw new NotFound('portal_session');
      return presentSession(row, externalId, now);
    });
  }
}

/** The sections of a new session: all, or those of the person's role. @throws NotFound */
async function sectionsOfPerson(
  transaction: TenantTransaction,
  customerId: string,
  personId: string | null,
): Promise<PortalSection[]> {
  if (personId === null) return [...portalSections];
  const person = await findPortalPerson(transaction, { customerId, id: personId });
  if (!person) throw new NotFound('portal_person');
  return [...portalRightsOf(person.role).sections];
}

/** The sections of a request in the order of the portal; the contract knows all of them. */
const sectionsOf = (requested: readonly string[]): PortalSection[] =>
  portalSections.filter((section) => requested.includes(section));
