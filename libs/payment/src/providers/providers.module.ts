import { Module } from '@nestjs/common';
import { Config } from '@tollgate/platform';
import { PaymentModelModule } from '../model/model.module.js';
import { PaymentDatabase } from '../payment.database.js';
import { ConnectionSecrets } from './connection-secrets.js';
import { PaymentProviders } from './payment-providers.js';
import { ProviderOutages } from './provider-outages.js';

/** The payment providers of the registry. */
@Module({
  imports: [PaymentModelModule],
  providers: [
    ConnectionSecrets,
    ProviderOutages,
    {
      provide: PaymentProviders,
      inject: [Config, PaymentDatabase, ConnectionSecrets],
      useFactory: PaymentProviders.open.bind(PaymentProviders),
    },
  ],
  exports: [ConnectionSecrets, PaymentProviders, ProviderOutages],
})
export class PaymentProvidersModule {}
