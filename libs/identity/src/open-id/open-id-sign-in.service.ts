import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OpenIdCallback, OpenIdStart } from '@tollgate/contracts';
import { isoSeconds, Logger, SecretBox, ValidationFailed, type Person } from '@tollgate/platform';
import { hashToken } from '../access/tokens.js';
import { Attempts } from '../credentials/attempts.js';
import { limits } from '../credentials/attempts.rules.js';
import { IdentityDatabase } from '../identity.database.js';
import { Joining } from '../invites/joining.service.js';
import type { Origin } from '../sessions/origin.js';
import { SessionsService, type OpenedSession } from '../sessions/sessions.service.js';
import { OpenIdPersons } from './open-id-persons.service.js';
import { OpenIdClient, type Provider } from './open-id.client.js';
import {
  clientSecretPlace,
  findConnection,
  insertSignIn,
  loginMethodsOf,
  organizationOfSlug,
  takeSignIn,
  type ConnectionRow,
} from './open-id.repository.js';

const minuteMs = 60_000;
const lifetimeMs = 10 * minuteMs;

const refused = (code: string) => new ValidationFailed({ open_id: [code] });
const random = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/**
 * Signs people in at the OpenID provider of an organization. The provider vouches for that organization alone: the
 * session is valid for no other and cannot change the person.
 */
@Injectable()
export class OpenIdSignIns {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly client: OpenIdClient,
    private readonly secrets: SecretBox,
    private readonly attempts: Attempts,
    private readonly joining: Joining,
    private readonly persons: OpenIdPersons,
    private readonly sessions: SessionsService,
    private readonly logger: Logger,
  ) {}

  /**
   * Begins a sign-in. Only the caller holds the verifier, so that no one else can complete the sign-in.
   * @throws NotFound for an invite; ValidationFailed, TooManyRequests
   */
  async start({ organization_slug: slug, invite_token: token }: OpenIdStart, { ipAddress }: Origin) {
    await this.attempts.take([{ limit: limits.openId, subject: ipAddress }]);
    const invite = token ? await this.joining.inviteOf(token) : null;
    const organizationId =
      invite?.organization_id ??
      (await this.database.everyTenant((transaction) => organizationOfSlug(transaction, slug ?? '')));
    if (organizationId === null) throw refused('login_method_not_authorized');
    const provider = await this.providerOf(organizationId);
    const [state, nonce, verifier] = [random(), random(), random()];
    const expiresAt = new Date(Date.now() + lifetimeMs);
    const url = await this.callProvider(organizationId, () =>
      this.client.authorizationUrl(provider, { state, nonce, codeChallenge: challengeOf(verifier) }),
    );
    await this.database.tenant(organizationId, (transaction) =>
      insertSignIn(transaction, {
        state_hash: hashToken(state),
        organization_id: organizationId,
        code_challenge: challengeOf(verifier),
        nonce,
        invite_id: invite?.id ?? null,
        is_by_mail: invite?.isByMail ?? false,
        expires_at: expiresAt,
      }),
    );
    await this.attempts.giveBack(limits.openId, ipAddress);
    return { authorization_url: url, state, verifier, expires_at: isoSeconds(expiresAt) };
  }

  /**
   * Completes a sign-in.
   * @param own the person who is signed in in the same browser, or null
   * @throws ValidationFailed, TooManyRequests; NotFound for an invite that is no longer open
   */
  async finish(
    { parameters, verifier }: OpenIdCallback,
    origin: Origin,
    own: Pick<Person, 'userId' | 'loginMethod'> | null,
  ): Promise<OpenedSession> {
    await this.attempts.take([{ limit: limits.openId, subject: origin.ipAddress }]);
    const state = new URLSearchParams(parameters).get('state') ?? '';
    const begun = await this.database.everyTenant((transaction) => takeSignIn(transaction, hashToken(state)));
    if (!begun || begun.expires_at <= new Date() || begun.code_challenge !== challengeOf(verifier))
      throw refused('sign_in_not_found');
    const { organization_id: organizationId, nonce } = begun;
    const provider = await this.providerOf(organizationId);
    const claims = await this.callProvider(organizationId, () =>
      this.client.claims(provider, parameters, { state, nonce, verifier }),
    );
    const ownUserId = own?.loginMethod === 'email_password' ? own.userId : null;
    const account = await this.persons.accountOf({ ...begun, ownUserId }, claims);
    await this.attempts.giveBack(limits.openId, origin.ipAddress);
    return this.sessions.open(account, { organizationId, connectionId: provider.connectionId }, origin);
  }

  /** The provider of an organization that allows this login method. @throws ValidationFailed */
  private async providerOf(organizationId: string): Promise<Provider & { connectionId: string }> {
    const settings = await this.database.tenant(organizationId, async (transaction) => ({
      methods: await loginMethodsOf(transaction),
      connection: await findConnection(transaction),
    }));
    const { methods, connection } = settings;
    if (!connection || !methods.includes('open_id')) throw refused('login_method_not_authorized');
    const { id, issuer, client_id: clientId } = connection;
    return { connectionId: id, issuer, clientId, clientSecret: this.secretOf(organizationId, connection) };
  }

  /** A secret that no longer opens is for an operator; the caller learns that the provider cannot be used. */
  private secretOf(organizationId: string, { id, client_secret: sealed }: ConnectionRow): string {
    try {
      return this.secrets.open(sealed, clientSecretPlace(organizationId, id));
    } catch (error) {
      this.logger.error('the sealed secret of an OpenID provider does not open', {
        organization_id: organizationId,
        error,
      });
      throw refused('provider_error');
    }
  }

  /** Logs the provider's error; callers learn only that the sign-in failed. */
  private async callProvider<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { name, code } = error as { name?: string; code?: string };
      this.logger.warn('an OpenID provider did not sign in', { organization_id: organizationId, reason: name, code });
      throw refused('provider_error');
    }
  }
}
