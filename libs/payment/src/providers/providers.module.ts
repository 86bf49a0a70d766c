import { Module } from '@nestjs/common';
import { PaymentModelModule } from '../model/model.module.js';
import { AdyenClients } from './adyen/adyen-clients.js';
import { AdyenProvider } from './adyen/adyen.provider.js';
import { ConnectionSecrets } from './connection-secrets.js';
import { GoCardlessClients } from './gocardless/gocardless-clients.js';
import { GoCardlessProvider } from './gocardless/gocardless.provider.js';
import { ProviderOutages } from './provider-outages.js';
import { PaymentProviders } from './payment-providers.js';
import { SandboxProvider } from './sandbox.provider.js';
import { StripeClients } from './stripe/stripe-clients.js';
import { StripeProvider } from './stripe/stripe.provider.js';

/** The port to payment providers, and the providers. */
@Module({
  imports: [PaymentModelModule],
  providers: [
    ConnectionSecrets,
    PaymentProviders,
    ProviderOutages,
    SandboxProvider,
    StripeClients,
    StripeProvider,
    GoCardlessClients,
    GoCardlessProvider,
    AdyenClients,
    AdyenProvider,
  ],
  exports: [ConnectionSecrets, PaymentProviders, ProviderOutages, SandboxProvider],
})
export class PaymentProvidersModule {}
