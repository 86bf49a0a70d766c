import { isBlank, isHmacKey, type PaymentProvider, type PaymentProviderUpdate } from '@tollgate/contracts';
import { isoSeconds, ValidationFailed } from '@tollgate/platform';
import { isSandboxToken } from '../providers/gocardless/gocardless-clients.js';
import type { ProviderHealth } from '../providers/payment-provider.js';
import { thirdPartyError } from '../providers/provider-errors.js';
import type { ConnectionRow } from '../model/repositories/provider-connections.repository.js';

type Settings = Pick<ConnectionRow, 'redirect_url' | 'requires_consent' | 'supports_3ds'>;

/** The changed settings of a call; absent ones stay. A blank address is that of the provider. */
export function settingsOf({
  success_redirect_url: url,
  require_terms_of_service_consent: requiresConsent,
  supports_3ds: supports,
}: Pick<
  PaymentProviderUpdate,
  'success_redirect_url' | 'require_terms_of_service_consent' | 'supports_3ds'
>): Partial<Settings> {
  return {
    ...(url === undefined ? {} : { redirect_url: isBlank(url) ? null : url }),
    ...(typeof requiresConsent === 'boolean' ? { requires_consent: requiresConsent } : {}),
    ...(typeof supports === 'boolean' ? { supports_3ds: supports } : {}),
  };
}

/**
 * A test clock must not move real money: a sandbox organization may have only keys for tests. GoCardless's tokens for
 * tests begin with `sandbox_`. At Adyen the live addresses need a prefix.
 * @throws ValidationFailed
 */
export function assertTestKey(
  isSandbox: boolean,
  { provider, key, livePrefix }: { provider: string; key: string | null; livePrefix: string | null },
): void {
  if (!isSandbox) return;
  const isLive = provider === 'gocardless' ? key !== null && !isSandboxToken(key) : /^[a-z]+_live_/.test(key ?? '');
  if (isLive) throw new ValidationFailed({ secret_key: ['live_key_in_sandbox'] });
  if (livePrefix !== null) throw new ValidationFailed({ live_prefix: ['live_key_in_sandbox'] });
}

/** Events of Adyen are signed by bytes in hexadecimal. @throws ValidationFailed */
export function assertWebhookSecret(provider: string, secret: string): void {
  if (provider === 'adyen' && !isHmacKey(secret)) throw new ValidationFailed({ webhook_secret: ['value_is_invalid'] });
}

/** Text, or null for a blank one. */
export const filledText = (text: string | null | undefined): string | null => (isBlank(text) ? null : (text ?? null));

/** @throws ApiError `third_party_error` for a refused key, and when the provider does not answer */
export function assertWorking(provider: string, { status, error }: ProviderHealth): void {
  if (status === 'refused' && error) throw thirdPartyError(provider, error);
  if (status !== 'working') throw thirdPartyError(provider, { message: 'There is no answer.', error_code: null });
}

/** Presents a connection without its secrets. */
export const presentConnection = (row: ConnectionRow): PaymentProvider => ({
  svc_id: row.id,
  provider: row.provider,
  code: row.code,
  name: row.name,
  merchant_account: row.merchant_account,
  live_prefix: row.live_prefix,
  success_redirect_url: row.redirect_url,
  supports_3ds: row.supports_3ds,
  require_terms_of_service_consent: row.requires_consent,
  webhook_registered: row.provider === 'sandbox' || row.webhook_secret !== null,
  created_at: isoSeconds(row.created_at),
});
