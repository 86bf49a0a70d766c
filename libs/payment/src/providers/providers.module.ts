import { Module } from '@nestjs/common';
import { PaymentModelModule } from '../model/model.module.js';
import { PaymentProviders } from './payment-providers.js';
import { SandboxProvider } from './sandbox.provider.js';

/** The port to payment providers. */
@Module({
  imports: [PaymentModelModule],
  providers: [PaymentProviders, SandboxProvider],
  exports: [PaymentProviders, SandboxProvider],
})
export class PaymentProvidersModule {}
