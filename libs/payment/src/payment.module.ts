import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { PaymentDatabase } from './payment.database.js';

/** Money that customers pay. */
@Module({ providers: [PaymentDatabase, outboxRelayOf(PaymentDatabase)] })
export class PaymentModule {}
