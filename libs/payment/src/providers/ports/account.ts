/** The organization and the connection of a provider call, with what each provider needs to know of them. */
export interface ProviderAccount {
  organizationId: string;
  connectionId: string;
  /** The opened secrets; empty for a provider without any. They belong in no log, answer or message. */
  secrets: ProviderSecrets;
  /** Where the provider's pages send the payer afterwards; null for the provider's own default. */
  redirectUrl: string | null;
  /** Whether payers must accept terms on the provider's pages. */
  requiresConsent: boolean;
  /** Whether payers may confirm payments later (3-D Secure). */
  supportsActions: boolean;
  /** The settings that this provider alone has, by their names in the interface; the provider reads them. */
  settings: ProviderSettings;
}

/** Settings of one provider; null for those that the connection does not state. */
export type ProviderSettings = Readonly<Record<string, string | null>>;

/** The secrets of a connection. */
export interface ProviderSecrets {
  /** The key of calls to the provider. */
  key: string | null;
  /** The secret with which the provider signs its events. */
  webhookSecret: string | null;
}
