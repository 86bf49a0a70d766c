import { Module } from '@nestjs/common';
import { IngestionReaderModule } from '@tollgate/ingestion/reader';
import { InvoicingModelModule } from '../model/model.module.js';
import { InvoicingRatingModule } from '../rating/rating.module.js';
import { InvoicingIssuingModule } from '../issuing/issuing.module.js';
import { CurrentUsageService } from './customer-usage/current-usage.service.js';
import { CustomerUsageController } from './customer-usage/customer-usage.controller.js';
import { InvoicedInstantsService } from './customer-usage/invoiced-instants.service.js';
import { LifetimeAmountsService } from './customer-usage/lifetime-amounts.service.js';
import { MetricUsageService } from './customer-usage/metric-usage.service.js';
import { PastUsageService } from './customer-usage/past-usage.service.js';
import { PortalUsageController } from './customer-usage/portal-usage.controller.js';
import { DailyUsages } from './daily-usages/daily-usages.service.js';
import { DayComputation } from './daily-usages/day-computation.service.js';
import { SubscriptionDays } from './daily-usages/subscription-days.service.js';
import { UsedSubscriptions } from './daily-usages/used-subscriptions.service.js';
import { EstimatesController } from './estimates/estimates.controller.js';
import { EstimatesService } from './estimates/estimates.service.js';
import { InstantEstimatesService } from './estimates/instant-estimates.service.js';
import { EventEffectsController } from './event-effects/event-effects.controller.js';
import { EventEffectsService } from './event-effects/event-effects.service.js';
import { MetricChangesController } from './metric-changes/metric-changes.controller.js';
import { MetricChangesService } from './metric-changes/metric-changes.service.js';
import { ThresholdChecks } from './progressive-billing/threshold-checks.service.js';
import { ThresholdMessagesController } from './progressive-billing/threshold-messages.controller.js';
import { AlertUsageSnapshots } from './usage-snapshots/alert-usage-snapshots.js';
import { UnbilledUsageSnapshots } from './usage-snapshots/unbilled-usage-snapshots.js';
import { UsageSnapshotMessagesController } from './usage-snapshots/usage-snapshot-messages.controller.js';
import { UsageSnapshots } from './usage-snapshots/usage-snapshots.service.js';

/** Usage in money: current, past and projected, thresholds, and days. */
@Module({
  imports: [IngestionReaderModule, InvoicingModelModule, InvoicingRatingModule, InvoicingIssuingModule],
  controllers: [
    CustomerUsageController,
    PortalUsageController,
    EstimatesController,
    EventEffectsController,
    MetricChangesController,
    UsageSnapshotMessagesController,
    ThresholdMessagesController,
  ],
  providers: [
    DailyUsages,
    DayComputation,
    SubscriptionDays,
    UsedSubscriptions,
    CurrentUsageService,
    EstimatesService,
    EventEffectsService,
    InstantEstimatesService,
    InvoicedInstantsService,
    LifetimeAmountsService,
    MetricChangesService,
    MetricUsageService,
    PastUsageService,
    ThresholdChecks,
    AlertUsageSnapshots,
    UsageSnapshots,
    UnbilledUsageSnapshots,
  ],
  exports: [CurrentUsageService, DailyUsages],
})
export class InvoicingUsageModule {}
