import { Global, Module } from '@nestjs/common';
import { RefundChecks } from '@tollgate/invoicing/reader';
import { PaymentMethods } from '@tollgate/subscription/reader';
import { AutomaticCharges } from '@tollgate/wallet/reader';
import { AutomaticChargesReader } from './collection/charging/automatic-charges.reader.js';
import { RefundChecksReader } from './collection/refunds/refund-checks.reader.js';
import { PaymentMethodsReader } from './model/paying-methods/payment-methods.reader.js';

/** Provides the ports to payments to the processes that serve subscriptions, wallets and invoices. */
@Global()
@Module({
  providers: [
    { provide: PaymentMethods, useClass: PaymentMethodsReader },
    { provide: RefundChecks, useClass: RefundChecksReader },
    { provide: AutomaticCharges, useClass: AutomaticChargesReader },
  ],
  exports: [PaymentMethods, RefundChecks, AutomaticCharges],
})
export class PaymentReaderModule {}
