import { Injectable } from '@nestjs/common';
import type { ProviderConnectionsTable } from '../model/tables/providers.tables.js';
import type { PaymentProvider } from './payment-provider.js';
import { SandboxProvider } from './sandbox.provider.js';

/** The available providers: a new one is a file that implements the port, and a line here. */
@Injectable()
export class PaymentProviders {
  private readonly byName: Record<ProviderConnectionsTable['provider'], PaymentProvider>;

  constructor(sandbox: SandboxProvider) {
    this.byName = { sandbox };
  }

  forConnection({ provider }: Pick<ProviderConnectionsTable, 'provider'>): PaymentProvider {
    return this.byName[provider];
  }
}
