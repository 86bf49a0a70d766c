import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';

/** The tables of payments. */
@Module({
  providers: [PaymentDatabase, outboxRelayOf(PaymentDatabase)],
  exports: [PaymentDatabase],
})
export class PaymentModelModule {}
