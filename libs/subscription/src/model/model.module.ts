import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { SubscriptionDatabase } from '../subscription.database.js';

/** The tables of subscriptions. */
@Module({
  providers: [SubscriptionDatabase, outboxRelayOf(SubscriptionDatabase)],
  exports: [SubscriptionDatabase],
})
export class SubscriptionModelModule {}
