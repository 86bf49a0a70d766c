import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type CustomFetch,
} from 'openid-client';
import { Agent, fetch } from 'undici';
import { AddressResolver, checkedConnector, Config } from '@tollgate/platform';

/** A provider of an organization, as it is called. */
export interface Provider {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What a provider says of who signed in. */
export interface Claims {
  issuer: string;
  subject: string;
  email: string | null;
}

const timeoutSeconds = 5;
const timeoutMs = timeoutSeconds * 1_000;
const longestAnswerBytes = 512 * 1_024;

/**
 * Talks to OpenID providers (authorization code flow with PKCE). They are named by organizations: like webhooks they are
 * called on the public internet only, unless `ALLOW_PRIVATE_WEBHOOKS` is set.
 */
@Injectable()
export class OpenIdClient implements OnApplicationShutdown {
  private readonly agent: Agent;

  constructor(
    private readonly config: Config,
    resolver: AddressResolver,
  ) {
    this.agent = new Agent({
      connect: checkedConnector({ timeout: timeoutMs, resolver, allowPrivate: config.allowPrivateWebhooks }),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: longestAnswerBytes,
    });
  }

  /** Where people are sent back to. */
  get redirectUrl(): string {
    return `${this.config.publicUrl}/auth/open_id/callback`;
  }

  /** @throws Error when the provider does not say how it is called */
  async check(provider: Provider): Promise<void> {
    await this.configurationOf(provider);
  }

  /** Where a person signs in. @throws Error when the provider does not answer */
  async authorizationUrl(
    provider: Provider,
    { state, nonce, codeChallenge }: { state: string; nonce: string; codeChallenge: string },
  ): Promise<string> {
    return buildAuthorizationUrl(await this.configurationOf(provider), {
      redirect_uri: this.redirectUrl,
      scope: 'openid email',
      state,
      nonce,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    }).href;
  }

  /**
   * Who signed in, by what the provider sent back.
   * @param parameters what stands behind the question mark
   * @throws Error when the provider refuses, or what it says does not hold
   */
  async claims(
    provider: Provider,
    parameters: string,
    { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
  ): Promise<Claims> {
    const configuration = await this.configurationOf(provider);
    const url = new URL(this.redirectUrl);
    url.search = parameters;
    const tokens = await authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('the provider sent no ID token');
    // Providers may tell of the address only when they are asked.
    const userInfo =
      claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : claims;
    const { email, email_verified: verified } = userInfo;
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: typeof email === 'string' && mayBeVerified(verified) ? email : null,
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  private async configurationOf({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> {
    const insecure = this.config.allowPrivateWebhooks ? [allowInsecureRequests] : [];
    const fetchOfPublic: CustomFetch = async (url, init) =>
      (await fetch(url, { ...(init as object), dispatcher: this.agent })) as unknown as Response;
    const discovered = await discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute: insecure,
      timeout: timeoutSeconds,
      [customFetch]: fetchOfPublic,
    });
    // By default a provider takes the secret in the header.
    const authMethods = discovered.serverMetadata().token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authMethod = authMethods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    const configuration = new Configuration(discovered.serverMetadata(), clientId, clientSecret, authMethod(clientSecret));
    configuration.timeout = timeoutSeconds;
    configuration[customFetch] = fetchOfPublic;
    for (const configure of insecure) configure(configuration);
    // The signature of what the provider says is checked, over TLS as well (OpenID Connect Core, 3.1.3.7).
    enableNonRepudiationChecks(configuration);
    return configuration;
  }
}

/** Many providers do not say whether they have verified an address, some say so as text; only a clear yes, or silence, counts. */
const mayBeVerified = (claim: unknown): boolean => claim === undefined || claim === true || claim === 'true';
