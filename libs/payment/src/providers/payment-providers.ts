import { Injectable } from '@nestjs/common';
import type { ConnectionRow } from '../model/repositories/provider-connections.repository.js';
import type { PaymentProvider, ProviderAccount } from './payment-provider.js';
import { SandboxProvider } from './sandbox.provider.js';

/** A provider, and the account of an organization there. */
export interface ConnectedProvider {
  provider: PaymentProvider;
  account: ProviderAccount;
}

/** The available providers: a new one is a file that implements the port, and a line here. */
@Injectable()
export class PaymentProviders {
  private readonly byName: Record<ConnectionRow['provider'], PaymentProvider>;

  constructor(sandbox: SandboxProvider) {
    this.byName = { sandbox };
  }

  /** The provider of a connection, with its account. */
  at(connection: ConnectionRow): ConnectedProvider {
    return { provider: this.byName[connection.provider], account: accountOf(connection) };
  }
}

const accountOf = ({ id, organization_id: organizationId }: ConnectionRow): ProviderAccount => ({
  organizationId,
  connectionId: id,
  secrets: { key: null, webhookSecret: null },
  redirectUrl: null,
  requiresConsent: false,
  supportsActions: false,
});
