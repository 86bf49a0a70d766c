import {
  isBlank,
  providerSettingNames,
  type PaymentProvider,
  type PaymentProviderCreate,
  type PaymentProviderUpdate,
  type ProviderSetting,
} from '@tollgate/contracts';
import { isoSeconds, ValidationFailed } from '@tollgate/platform';
import type { ProviderHealth } from '../providers/ports/connections.js';
import { settingsOfConnection } from '../providers/payment-providers.js';
import { thirdPartyError } from '../providers/provider-errors.js';
import { paymentProviders } from '../providers/registry.js';
import type { ConnectionRow } from '../model/connections/provider-connections.repository.js';

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

/** The settings that the provider of a new connection alone has; null for those of other providers. */
export const ownSettingsOf = (input: PaymentProviderCreate): Record<ProviderSetting, string | null> =>
  Object.fromEntries(
    providerSettingNames.map((name) => [
      name,
      name in paymentProviders[input.provider].settings ? filledText(input[name]) : null,
    ]),
  ) as Record<ProviderSetting, string | null>;

/**
 * A test clock must not move real money: a sandbox organization may have only connections for tests.
 * @throws ValidationFailed
 */
export function assertTestKey(
  isSandbox: boolean,
  connection: Pick<ConnectionRow, 'provider' | ProviderSetting>,
  key: string | null,
): void {
  const field = paymentProviders[connection.provider].liveField(key, settingsOfConnection(connection));
  if (isSandbox && field !== null) throw new ValidationFailed({ [field]: ['live_key_in_sandbox'] });
}

/** The provider may sign its events by secrets of one form. @throws ValidationFailed */
export function assertWebhookSecret(provider: ConnectionRow['provider'], secret: string): void {
  const form = paymentProviders[provider].forms['webhook_secret'];
  if (form && !form.test(secret)) throw new ValidationFailed({ webhook_secret: ['value_is_invalid'] });
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
  ...settingsOfConnection(row),
  success_redirect_url: row.redirect_url,
  supports_3ds: row.supports_3ds,
  require_terms_of_service_consent: row.requires_consent,
  webhook_registered: paymentProviders[row.provider].acceptance === null || row.webhook_secret !== null,
  created_at: isoSeconds(row.created_at),
});
