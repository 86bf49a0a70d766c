import { Injectable } from '@nestjs/common';
import { adminRole, type Organization, type OrganizationCreate } from '@tollgate/contracts';
import { Clock, Forbidden, newId, NotAllowed, Unauthorized, type Person } from '@tollgate/platform';
import { mostMemberships, Sessions } from '../access/sessions.reader.js';
import { accountOfUser } from '../credentials/credentials.repository.js';
import { IdentityDatabase } from '../identity.database.js';
import { insertMembership } from '../members/members.repository.js';
import { OrganizationsService } from '../organizations/organizations.service.js';
import { OwnOrganizationService } from '../organizations/own-organization.service.js';
import { recordSecurityEvent } from '../security-logs/record-security-event.js';
import { countMemberships } from './operators.repository.js';

/** Organizations that the operator of an installation makes for itself. */
@Injectable()
export class OperatorOrganizations {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly organizations: OrganizationsService,
    private readonly ownOrganizations: OwnOrganizationService,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes an organization, with the calling operator as its admin and without an API key.
   * @throws Forbidden for others, and for a session of an organization's provider; NotAllowed when a session could not
   * cover one more
   */
  async create(person: Person, input: OrganizationCreate): Promise<Organization> {
    if (person.loginMethod !== 'email_password') throw new Forbidden('password_session_required');
    const { account, memberships } = await this.database.everyTenant(async (transaction) => ({
      account: await accountOfUser(transaction, person.userId),
      memberships: await countMemberships(transaction, person.userId),
    }));
    if (!account) throw new Unauthorized();
    if (!account.user.is_operator) throw new Forbidden('operator_required');
    if (memberships >= mostMemberships) throw new NotAllowed('too_many_organizations');
    const organizationId = await this.insert(person.userId, input);
    const by = { api_key_id: null, user_id: person.userId, user_email: person.email };
    const at = await this.clock.now(organizationId);
    await this.database.tenant(organizationId, (transaction) =>
      recordSecurityEvent(transaction, { event: 'user.signed_up', resources: {}, by }, at),
    );
    return this.ownOrganizations.read(organizationId);
  }

  /** Makes an organization with its first admin. @returns its identifier */
  async insert(userId: string, input: OrganizationCreate): Promise<string> {
    const { organization } = await this.organizations.make(input, (transaction) =>
      insertMembership(transaction, { id: newId(), user_id: userId, roles: [adminRole], created_at: new Date() }),
    );
    this.sessions.evictAll();
    return organization.svc_id;
  }
}
