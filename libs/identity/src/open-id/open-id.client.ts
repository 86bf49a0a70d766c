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
import { bounds, isStorableText } from '@tollgate/contracts';
import { AddressResolver, checkedConnector, Config } from '@tollgate/platform';

/** An organization's OpenID provider, with the client's credentials. */
export interface Provider {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The claims of a provider about the person who signed in. */
export interface Claims {
  issuer: string;
  subject: string;
  email: string | null;
}

const timeoutSeconds = 5;
const timeoutMs = timeoutSeconds * 1_000;
const longestAnswerBytes = 512 * 1_024;

/**
 * A client of OpenID providers (authorization code flow with PKCE). Organizations name them, so like webhooks they must
 * be on the public internet, unless `ALLOW_PRIVATE_WEBHOOKS` is set.
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

  /** The URL to which providers redirect people. */
  get redirectUrl(): string {
    return `${this.config.publicUrl}/auth/open_id/callback`;
  }

  /** @throws Error when the provider has no valid discovery document */
  async check(provider: Provider): Promise<void> {
    await this.configurationOf(provider);
  }

  /** The URL where a person signs in. @throws Error when the provider does not answer */
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
   * The claims about the person, from the provider's redirect.
   * @param parameters the query string of the redirect
   * @throws Error when the provider refuses, or its claims are invalid
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
    // Some providers reveal the address only at the userinfo endpoint.
    const userInfo =
      claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : claims;
    const { email, email_verified: verified } = userInfo;
    for (const text of [claims.sub, email])
      if (typeof text === 'string' && (text.length > bounds.line || !isStorableText(text)))
        throw new Error('the provider sent a claim that cannot be stored');
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
      await fetch(url, { ...(init as object), dispatcher: this.agent });
    const discovered = await discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute: insecure,
      timeout: timeoutSeconds,
      [customFetch]: fetchOfPublic,
    });
    // By default a provider takes the secret in the header.
    const authMethods = discovered.serverMetadata().token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authMethod = authMethods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    const configuration = new Configuration(
      discovered.serverMetadata(),
      clientId,
      clientSecret,
      authMethod(clientSecret),
    );
    configuration.timeout = timeoutSeconds;
    configuration[customFetch] = fetchOfPublic;
    for (const configure of insecure) configure(configuration);
    // Verifies the signature of the ID token, over TLS as well (OpenID Connect Core, 3.1.3.7).
    enableNonRepudiationChecks(configuration);
    return configuration;
  }
}

/** Many providers omit the verification claim, and some send it as text; only a clear yes, or silence, counts. */
const mayBeVerified = (claim: unknown): boolean => claim === undefined || claim === true || claim === 'true';
