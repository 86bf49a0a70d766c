import { Injectable } from '@nestjs/common';
import {
  adminRole,
  type AuthenticationMethods,
  type AuthenticationMethodsUpdate,
  type LoginMethod,
  type OpenIdConnectionUpdate,
} from '@tollgate/contracts';
import { sql } from 'kysely';
import {
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
import { tables } from '../identity.tables.js';
import { Mails } from '../mails/mails.js';
import { OpenIdClient } from './open-id.client.js';
import {
  clientSecretPlace,
  findConnection,
  lockedLoginMethods,
  loginMethodsOf,
  replaceConnection,
  setLoginMethods,
} from './open-id.repository.js';

const mostAddresses = 100;

/** How an organization lets its members in (customers, section 14). */
@Injectable()
export class AuthenticationMethodsService {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly client: OpenIdClient,
    private readonly secrets: SecretBox,
    private readonly sessions: Sessions,
    private readonly mails: Mails,
  ) {}

  async read({ organizationId }: Tenant): Promise<AuthenticationMethods> {
    return this.database.tenant(organizationId, (transaction) => this.present(transaction));
  }

  /** Sessions that began otherwise speak for the organization no more. @throws ValidationFailed */
  async update(caller: Tenant, input: AuthenticationMethodsUpdate): Promise<AuthenticationMethods> {
    const wanted = [...new Set(input.login_methods as LoginMethod[])];
    return this.changing(caller, wanted, async (transaction) => {
      if (wanted.includes('open_id') && !(await findConnection(transaction)))
        throw new ValidationFailed({ login_methods: ['open_id_not_connected'] });
      await setLoginMethods(transaction, wanted);
    });
  }

  /** @throws ValidationFailed where the provider does not answer as one */
  async connect(caller: Tenant, input: OpenIdConnectionUpdate): Promise<AuthenticationMethods> {
    const { organizationId } = caller;
    const { issuer, client_id: clientId, client_secret: clientSecret } = input;
    await this.client.check({ issuer, clientId, clientSecret }).catch(() => {
      throw new ValidationFailed({ issuer: ['provider_error'] });
    });
    const id = newId();
    return this.database.tenant(organizationId, async (transaction) => {
      await lockedLoginMethods(transaction);
      await replaceConnection(transaction, {
        id,
        organization_id: organizationId,
        issuer,
        client_id: clientId,
        client_secret: this.secrets.seal(clientSecret, clientSecretPlace(id)),
        created_at: new Date(),
      });
      return this.present(transaction);
    });
  }

  /** @throws NotFound; NotAllowed where members could not sign in any more */
  async disconnect(caller: Tenant): Promise<AuthenticationMethods> {
    return this.changing(caller, null, async (transaction, methods) => {
      if (!(await findConnection(transaction))) throw new NotFound('open_id_connection');
      const left = methods.filter((method) => method !== 'open_id');
      if (left.length === 0) throw new NotAllowed('last_login_method');
      await replaceConnection(transaction, null);
      await setLoginMethods(transaction, left);
    });
  }

  private async changing(
    { organizationId, member }: Tenant,
    wanted: LoginMethod[] | null,
    work: (transaction: TenantTransaction, methods: LoginMethod[]) => Promise<void>,
  ): Promise<AuthenticationMethods> {
    const answer = await this.database.tenant(organizationId, async (transaction) => {
      const before = await lockedLoginMethods(transaction);
      await work(transaction, before);
      const after = await this.present(transaction);
      const now = wanted ?? after.login_methods;
      const changed = before.length !== now.length || before.some((method) => !now.includes(method));
      if (changed) await this.tell(transaction, member?.email ?? 'an API key', before, now);
      return after;
    });
    this.sessions.forget();
    return answer;
  }

  private async tell(
    transaction: TenantTransaction,
    who: string,
    before: LoginMethod[],
    now: LoginMethod[],
  ): Promise<void> {
    const [to, ...bcc] = await adminsOf(transaction);
    if (to === undefined) return;
    const enabled = now.filter((method) => !before.includes(method));
    const disabled = before.filter((method) => !now.includes(method));
    await this.mails.put(transaction, transaction.organizationId, {
      to,
      bcc,
      subject: 'Login methods changed',
      text: [
        `The login methods of your organization were changed by ${who}.`,
        ...(enabled.length > 0 ? [`Enabled: ${enabled.join(', ')}`] : []),
        ...(disabled.length > 0 ? [`Disabled: ${disabled.join(', ')}`] : []),
        '',
      ].join('\n'),
    });
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

async function adminsOf(transaction: TenantTransaction): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('identity.memberships as membership')
    .innerJoin('identity.users as person', 'person.id', 'membership.user_id')
    .select('person.email')
    .where('membership.organization_id', '=', transaction.organizationId)
    .where('membership.status', '=', 'active')
    .where(sql<boolean>`${adminRole} = any(membership.roles)`)
    .orderBy('membership.created_at')
    .limit(mostAddresses)
    .execute();
  return rows.map(({ email }) => email);
}
