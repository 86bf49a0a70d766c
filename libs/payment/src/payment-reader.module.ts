import { Global, Module } from '@nestjs/common';
import { RefundChecks } from '@tollgate/invoicing/reader';
import { PaymentMethods } from '@tollgate/subscription/reader';
import { RefundChecksReader } from './collection/refunds/refund-checks.reader.js';
import { PaymentMethodsReader } from './model/paying-methods/payment-methods.reader.js';

/** Provides payment methods and checks of refunds to the processes that serve subscriptions, wallets and invoices. */
@Global()
@Module({
  providers: [
    { provide: PaymentMethods, useClass: PaymentMethodsReader },
    { provide: RefundChecks, useClass: RefundChecksReader },
  ],
  exports: [PaymentMethods, RefundChecks],
})
export class PaymentReaderModule {}
