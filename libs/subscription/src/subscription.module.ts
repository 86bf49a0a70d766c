import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { CustomersController } from './customers/customers.controller.js';
import { CustomersService } from './customers/customers.service.js';
import { SubscriptionDueWork } from './due-work/subscription-due-work.js';
import { SubscriptionDatabase } from './subscription.database.js';
import { SubscriptionMessagesController } from './subscriptions/subscription-messages.controller.js';
import { SubscriptionsController } from './subscriptions/subscriptions.controller.js';
import { SubscriptionsService } from './subscriptions/subscriptions.service.js';

/** Customers and what they are subscribed to. */
@Module({
  controllers: [CustomersController, SubscriptionsController, SubscriptionMessagesController],
  providers: [SubscriptionDatabase, outboxRelayOf(SubscriptionDatabase), CustomersService, SubscriptionsService, SubscriptionDueWork],
})
export class SubscriptionModule {}
