// API keys: their accounts and rights.
import type { Account } from './account.ts';
import { forbidden, unauthenticated, type Failure } from './errors.ts';
import { randomText } from './ids.ts';

/** A right of a restricted key to a kind of objects; writing includes reading. */
export type Right = 'read' | 'write';

interface ApiKey {
  account: Account;
  /** None for a secret key, which may do all. */
  rights?: Record<string, Right>;
  isRevoked: boolean;
}

const mask = (key: string): string => `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`;

/** The key of an `Authorization` header: a bearer token, or the user name of basic authentication. */
function keyIn(header: string | undefined): string | undefined {
  const [, scheme, credentials] = /^(Bearer|Basic) (\S+)$/i.exec(header ?? '') ?? [];
  if (scheme === undefined || credentials === undefined) return undefined;
  if (scheme.toLowerCase() === 'bearer') return credentials;
  return Buffer.from(credentials, 'base64').toString().split(':')[0];
}

export class ApiKeys {
  readonly #keys = new Map<string, ApiKey>();

  /** @returns a new key: a restricted one if there are rights */
  add(
    account: Account,
    rights?: Record<string, Right>,
    key = `${rights ? 'rk' : 'sk'}_test_${randomText(24)}`,
  ): string {
    this.#keys.set(key, { account, ...(rights && { rights }), isRevoked: false });
    return key;
  }

  /** @returns whether there was such a key */
  revoke(key: string): boolean {
    const found = this.#keys.get(key);
    if (found) found.isRevoked = true;
    return found !== undefined;
  }

  /**
   * @returns the account, and a check of rights that throws Failure 403
   * @throws Failure 401 without a valid key
   */
  authenticate(header: string | undefined): { account: Account; require: (kind: string, right: Right) => void } {
    const key = keyIn(header);
    if (!key) {
      throw unauthenticated(
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      );
    }
    if (key.startsWith('pk_'))
      throw unauthenticated(
        'This API call cannot be made with a publishable API key. Please use a secret API key.',
        'secret_key_required',
      );
    const found = this.#keys.get(key);
    if (!found) throw unauthenticated(`Invalid API Key provided: ${mask(key)}`);
    if (found.isRevoked) throw unauthenticated(`Expired API Key provided: ${mask(key)}`, 'api_key_expired');
    return { account: found.account, require: (kind, right) => requireRight(found, key, kind, right) };
  }
}

function requireRight({ account, rights }: ApiKey, key: string, kind: string, right: Right): void {
  const has = rights?.[kind];
  if (!rights || has === 'write' || has === right) return;
  throw forbidden(mask(key), account.id, `rak_${kind}_${right}`) satisfies Failure;
}
