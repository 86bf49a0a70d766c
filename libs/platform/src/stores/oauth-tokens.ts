import { z } from 'zod';
import type { SaslSettings } from '../config/store-settings.js';

type OAuthSettings = Extract<SaslSettings, { mechanism: 'oauthbearer' }>;

const Answer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().default(300) });

const longestAnswerMs = 10_000;
/** The part of its life after which a token is renewed. */
const renewedAfter = 0.8;

/**
 * Tokens for Kafka by client credentials (RFC 6749, section 4.4). Connections share a token until most of its life is
 * over, and concurrent ones share the call for it.
 */
export class OAuthTokens {
  private token: { value: string; until: number } | undefined;
  private loading: Promise<string> | undefined;

  constructor(
    private readonly settings: OAuthSettings,
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws Error when the address gives no token within ten seconds; its message has no secret */
  async current(): Promise<string> {
    if (this.token && this.now() < this.token.until) return this.token.value;
    return (this.loading ??= this.load().finally(() => (this.loading = undefined)));
  }

  private async load(): Promise<string> {
    const { tokenUrl, clientId, clientSecret, scope } = this.settings;
    const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
    const response = await fetch(tokenUrl, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope ? { scope } : {}) }).toString(),
      redirect: 'error',
      signal: AbortSignal.timeout(longestAnswerMs),
    });
    if (!response.ok) throw new Error(`no token for Kafka: ${new URL(tokenUrl).host} answered ${response.status}`);
    const read = Answer.safeParse(await response.json().catch(() => null));
    if (!read.success) throw new Error(`no token for Kafka: the answer of ${new URL(tokenUrl).host} has none`);
    const { access_token: value, expires_in: seconds } = read.data;
    this.token = { value, until: this.now() + seconds * 1000 * renewedAfter };
    return value;
  }
}
