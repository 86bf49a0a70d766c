import { Module } from '@nestjs/common';
import { CustomersModule } from './customers/customers.module.js';
import { DueWorkMetrics } from './due-work/due-work.metrics.js';
import { PlanMigrationStarts } from './due-work/plan-migration-starts.js';
import { SubscriptionDueWork } from './due-work/subscription-due-work.js';
import { SubscriptionExportsService } from './exports/subscription-exports.service.js';
import { SubscriptionModelModule } from './model/model.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';

/** Customers and their subscriptions. */
@Module({
  imports: [SubscriptionModelModule, CustomersModule, SubscriptionsModule],
  providers: [SubscriptionDueWork, PlanMigrationStarts, DueWorkMetrics, SubscriptionExportsService],
})
export class SubscriptionModule {}
