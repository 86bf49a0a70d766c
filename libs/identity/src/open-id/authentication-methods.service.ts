import { Injectable } from '@nestjs/common';
import {
  adminRole,
  type AuthenticationMethods,
  type AuthenticationMethodsUpdate,
  type LoginMethod,
  type OpenIdConnectionUpdate,
} from '@tollgate/contracts';
import {
  Clock,
  newId,
  NotAllowed,
  NotFound,
  SecretBox,
  ValidationFailed,
  type Tenant,
  type TenantTransaction,
} from '@tollgate/platform';
import { Sessions } from '../access/sessions.reader.js';
import { IdentityDatabase } from '../identity.database.js';
import { AdminMails } from '../mails/admin-mails.js';
import { assertMayGrant } from '../roles/grants.js';
import { recordSecurityEvent } from '../security-logs/record-security-event.js';
import { loginMethodChange, providerChange, type LoginChange } from './login-changes.js';
import { OpenIdClient } from './open-id.client.js';
import {
  clientSecretPlace,
  findConnection,
  deleteSubjects,
  lockedLoginMethods,
  loginMethodsOf,
  replaceConnection,
  setLoginMethods,
} from './open-id.repository.js';

/**
 * The login methods of an organization (customers, section 14). A provider decides who signs in as whom, admins
 * included, so only admins may enable one. Each change is mailed to them and recorded in the security log.
 */
@Injectable()
export class AuthenticationMethodsService {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly client: OpenIdClient,
    private readonly secrets: SecretBox,
    private readonly sessions: Sessions,
    private readonly adminMails: AdminMails,
    private readonly clock: Clock,
  ) {}

  async read({ organizationId }: Tenant): Promise<AuthenticationMethods> {
    return this.database.tenant(organizationId, (transaction) => this.present(transaction));
  }

  /**
   * Sets the login methods; sessions of other methods end for the organization.
   * @throws ValidationFailed; Forbidden when a caller who is no admin enables a method
   */
  async update(caller: Tenant, input: AuthenticationMethodsUpdate): Promise<AuthenticationMethods> {
    const requestedMethods = [...new Set(input.login_methods as LoginMethod[])];
    return this.changing(caller, async (transaction, methods) => {
      if (requestedMethods.some((method) => !methods.includes(method))) await assertMayOpen(transaction, caller);
      if (requestedMethods.includes('open_id') && !(await findConnection(transaction)))
        throw new ValidationFailed({ login_methods: ['open_id_not_connected'] });
      const removed = methods.filter((method) => !requestedMethods.includes(method));
      await setLoginMethods(transaction, requestedMethods, removed);
      return [loginMethodChange(methods, requestedMethods)];
    });
  }

  /**
   * Connects a provider and replaces another one, whose sessions are no longer valid for the organization.
   * @throws ValidationFailed when the provider does not answer as one; Forbidden for a caller who is no admin
   */
  async connect(caller: Tenant, input: OpenIdConnectionUpdate): Promise<AuthenticationMethods> {
    const { organizationId } = caller;
    const { issuer, client_id: clientId, client_secret: clientSecret } = input;
    // Only admins may make this process call an address.
    await this.database.tenant(organizationId, (transaction) => assertMayOpen(transaction, caller));
    await this.client.check({ issuer, clientId, clientSecret }).catch(() => {
      throw new ValidationFailed({ issuer: ['provider_error'] });
    });
    const id = newId();
    const row = {
      id,
      organization_id: organizationId,
      issuer,
      client_id: clientId,
      client_secret: this.secrets.seal(clientSecret, clientSecretPlace(organizationId, id)),
      created_at: new Date(),
    };
    return this.changing(caller, async (transaction) => {
      const before = await findConnection(transaction);
      await replaceConnection(transaction, row);
      if (before && (before.issuer !== issuer || before.client_id !== clientId)) await deleteSubjects(transaction);
      return [providerChange(before ?? null, row)];
    });
  }

  /** @throws NotFound; NotAllowed when no login method would remain; Forbidden for a caller who is no admin */
  async disconnect(caller: Tenant): Promise<AuthenticationMethods> {
    return this.changing(caller, async (transaction, methods) => {
      await assertMayOpen(transaction, caller);
      const before = await findConnection(transaction);
      if (!before) throw new NotFound('open_id_connection');
      const left = methods.filter((method) => method !== 'open_id');
      if (left.length === 0) throw new NotAllowed('last_login_method');
      await replaceConnection(transaction, null);
      await deleteSubjects(transaction);
      await setLoginMethods(transaction, left, ['open_id']);
      return [providerChange(before, null), loginMethodChange(methods, left)];
    });
  }

  /** @param work receives the current login methods and returns its changes; null for none */
  private async changing(
    { organizationId, member }: Tenant,
    work: (transaction: TenantTransaction, methods: LoginMethod[]) => Promise<(LoginChange | null)[]>,
  ): Promise<AuthenticationMethods> {
    const at = await this.clock.now(organizationId);
    const answer = await this.database.tenant(organizationId, async (transaction) => {
      const changes = await work(transaction, await lockedLoginMethods(transaction));
      for (const change of changes) {
        if (!change) continue;
        await recordSecurityEvent(transaction, { event: change.event, resources: change.resources }, at);
        await this.adminMails.notify(transaction, change.mail(member?.email ?? 'an API key'));
      }
      return this.present(transaction);
    });
    this.sessions.evictAll();
    return answer;
  }

  private async present(transaction: TenantTransaction): Promise<AuthenticationMethods> {
    const connection = await findConnection(transaction);
    return {
      login_methods: await loginMethodsOf(transaction),
      open_id: connection
        ? { issuer: connection.issuer, client_id: connection.client_id, redirect_url: this.client.redirectUrl }
        : null,
    };
  }
}

/** A caller who lets people sign in as any member must be allowed to give every role. @throws Forbidden */
const assertMayOpen = (transaction: TenantTransaction, caller: Tenant): Promise<void> =>
  assertMayGrant(transaction, caller, [adminRole]);
