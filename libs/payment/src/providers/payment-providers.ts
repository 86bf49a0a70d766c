import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { providerSettingNames, type ConnectableProvider, type ProviderSetting } from '@tollgate/contracts';
import { Config } from '@tollgate/platform';
import type { ConnectionRow } from '../model/connections/provider-connections.repository.js';
import { PaymentDatabase } from '../payment.database.js';
import { ConnectionSecrets } from './connection-secrets.js';
import type { ProviderAccount } from './ports/account.js';
import type { ProviderPorts } from './ports/ports.js';
import { paymentProviders } from './registry.js';

/** A provider, and the account of an organization there. */
export interface ConnectedProvider {
  ports: ProviderPorts;
  account: ProviderAccount;
}

/** The providers of the registry, at work in this process. */
@Injectable()
export class PaymentProviders implements OnApplicationShutdown {
  private constructor(
    private readonly secrets: ConnectionSecrets,
    private readonly ports: Readonly<Record<ConnectableProvider, ProviderPorts>>,
  ) {}

  /** Opens every provider of the registry. */
  static async open(config: Config, database: PaymentDatabase, secrets: ConnectionSecrets): Promise<PaymentProviders> {
    const opened = await Promise.all(
      Object.values(paymentProviders).map(async (one) => [one.name, await one.open({ config, database })] as const),
    );
    return new PaymentProviders(secrets, Object.fromEntries(opened) as Record<ConnectableProvider, ProviderPorts>);
  }

  onApplicationShutdown(): void {
    for (const ports of Object.values(this.ports)) ports.close?.();
  }

  /** The events of registered endpoints, as text, of each provider that registers some. */
  get endpointEvents(): string[] {
    return Object.values(this.ports).flatMap(({ endpoints }) => endpoints?.events ?? []);
  }

  /** The ports of the provider of a connection. */
  portsOf({ provider }: Pick<ConnectionRow, 'provider'>): ProviderPorts {
    return this.ports[provider];
  }

  /** The provider of a connection, with its account. @throws Error when its secrets cannot be opened */
  at(connection: ConnectionRow): ConnectedProvider {
    return {
      ports: this.portsOf(connection),
      account: {
        organizationId: connection.organization_id,
        connectionId: connection.id,
        secrets: this.secrets.open(connection),
        redirectUrl: connection.redirect_url,
        requiresConsent: connection.requires_consent,
        supportsActions: connection.supports_3ds,
        settings: settingsOfConnection(connection),
      },
    };
  }
}

/** The settings of a connection that its provider alone has. */
export const settingsOfConnection = (
  connection: Pick<ConnectionRow, ProviderSetting>,
): Record<ProviderSetting, string | null> =>
  Object.fromEntries(providerSettingNames.map((name) => [name, connection[name]])) as Record<
    ProviderSetting,
    string | null
  >;
