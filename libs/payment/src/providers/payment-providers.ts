import { Injectable } from '@nestjs/common';
import type { ConnectionRow } from '../model/repositories/provider-connections.repository.js';
import { AdyenProvider } from './adyen/adyen.provider.js';
import { ConnectionSecrets } from './connection-secrets.js';
import { GoCardlessProvider } from './gocardless/gocardless.provider.js';
import type { PaymentProvider, ProviderAccount } from './payment-provider.js';
import { SandboxProvider } from './sandbox.provider.js';
import { StripeProvider } from './stripe/stripe.provider.js';

/** A provider, and the account of an organization there. */
export interface ConnectedProvider {
  provider: PaymentProvider;
  account: ProviderAccount;
}

/** The available providers: a new one is a file that implements the port, and a line here. */
@Injectable()
export class PaymentProviders {
  private readonly byName: Record<ConnectionRow['provider'], PaymentProvider>;

  constructor(
    private readonly secrets: ConnectionSecrets,
    sandbox: SandboxProvider,
    stripe: StripeProvider,
    gocardless: GoCardlessProvider,
    adyen: AdyenProvider,
  ) {
    this.byName = { sandbox, stripe, gocardless, adyen };
  }

  /** The events of registered endpoints, as text, of each provider. */
  get endpointEvents(): string[] {
    return [...new Set(Object.values(this.byName).map(({ endpointEvents }) => endpointEvents))];
  }

  /** The provider of a connection, with its account. @throws Error when its secrets cannot be opened */
  at(connection: ConnectionRow): ConnectedProvider {
    return {
      provider: this.byName[connection.provider],
      account: {
        organizationId: connection.organization_id,
        connectionId: connection.id,
        secrets: this.secrets.open(connection),
        redirectUrl: connection.redirect_url,
        requiresConsent: connection.requires_consent,
        supportsActions: connection.supports_3ds,
        merchantAccount: connection.merchant_account,
        livePrefix: connection.live_prefix,
      },
    };
  }
}
