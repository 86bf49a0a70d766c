import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { CustomerCurrency } from './customers/customer-currency.js';
import { CustomersController } from './customers/customers.controller.js';
import { CustomersService } from './customers/customers.service.js';
import { SubscriptionDueWork } from './due-work/subscription-due-work.js';
import { LifetimeUsageController } from './lifetime-usage/lifetime-usage.controller.js';
import { LifetimeUsageService } from './lifetime-usage/lifetime-usage.service.js';
import { SubscriptionDatabase } from './subscription.database.js';
import { SubscriptionMessagesController } from './subscriptions/subscription-messages.controller.js';
import { SubscriptionsController } from './subscriptions/subscriptions.controller.js';
import { SubscriptionsService } from './subscriptions/subscriptions.service.js';

/** Customers and what they are subscribed to. */
@Module({
  controllers: [CustomersController, SubscriptionsController, LifetimeUsageController, SubscriptionMessagesController],
  providers: [SubscriptionDatabase, outboxRelayOf(SubscriptionDatabase), CustomersService, CustomerCurrency, SubscriptionsService, LifetimeUsageService, SubscriptionDueWork],
})
export class SubscriptionModule {}
