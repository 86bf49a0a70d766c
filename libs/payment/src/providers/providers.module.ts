import { Module } from '@nestjs/common';
import { PaymentModelModule } from '../model/model.module.js';
import { ConnectionSecrets } from './connection-secrets.js';
import { PaymentProviders } from './payment-providers.js';
import { SandboxProvider } from './sandbox.provider.js';
import { StripeClients } from './stripe/stripe-clients.js';
import { StripeProvider } from './stripe/stripe.provider.js';

/** The port to payment providers, and the providers. */
@Module({
  imports: [PaymentModelModule],
  providers: [ConnectionSecrets, PaymentProviders, SandboxProvider, StripeClients, StripeProvider],
  exports: [ConnectionSecrets, PaymentProviders, SandboxProvider],
})
export class PaymentProvidersModule {}
