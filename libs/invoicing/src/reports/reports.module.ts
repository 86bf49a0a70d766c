import { Module } from '@nestjs/common';
import { IngestionReaderModule } from '@tollgate/ingestion/reader';
import { InvoicingModelModule } from '../model/model.module.js';
import { InvoicingRatingModule } from '../rating/rating.module.js';
import { InvoicingUsageModule } from '../usage/usage.module.js';
import { AnalyticsTotals } from './analytics/analytics-totals.service.js';
import { AnalyticsController } from './analytics/analytics.controller.js';
import { AnalyticsService } from './analytics/analytics.service.js';
import { CustomerAnalytics } from './analytics/customer-analytics.service.js';
import { DailyUsageAnalytics } from './analytics/daily-usage-analytics.service.js';
import { MrrMovements } from './analytics/mrr-movements.service.js';
import { CustomerSummariesController } from './customer-summaries/customer-summaries.controller.js';
import { PortalBalancesController } from './customer-summaries/portal-balances.controller.js';
import { CustomerSummariesService } from './customer-summaries/customer-summaries.service.js';
import { ExplanationReport } from './explanations/explanation-report.js';
import { ExplanationsController } from './explanations/explanations.controller.js';
import { ExplanationsService } from './explanations/explanations.service.js';
import { FeeEventsService } from './explanations/fee-events.service.js';
import { PortalExplanationsController } from './explanations/portal-explanations.controller.js';
import { UsageExplanationsService } from './explanations/usage-explanations.service.js';
import { BilledEvents } from './exports/billed-events.js';
import { InvoicingExportsService } from './exports/invoicing-exports.service.js';
import { UsageExports } from './exports/usage-exports.js';
import { Deviations } from './forecasts/deviations.service.js';
import { ForecastAlertsWorker } from './forecasts/forecast-alerts.worker.js';
import { ForecastsController } from './forecasts/forecasts.controller.js';
import { ForecastsService } from './forecasts/forecasts.service.js';
import { PlanPricesController } from './plan-prices/plan-prices.controller.js';
import { PlanPricesService } from './plan-prices/plan-prices.service.js';
import { UsagePricing } from './plan-prices/usage-pricing.service.js';
import { PriceTestHousekeeping } from './price-tests/price-test-housekeeping.js';
import { PriceTestWorker } from './price-tests/price-test.worker.js';
import { PriceTestStories } from './price-tests/price-test-stories.service.js';
import { PriceTestsController } from './price-tests/price-tests.controller.js';
import { PriceTestsService } from './price-tests/price-tests.service.js';
import { TestedSubscriptions } from './price-tests/tested-subscriptions.js';
import { SearchController } from './search/search.controller.js';
import { SearchService } from './search/search.service.js';
import { PortalStatementsController } from './statements/portal-statements.controller.js';
import { StatementsController } from './statements/statements.controller.js';

/** Figures over all invoices and of customers, files, explanations of amounts, prices of plans, and the search. */
@Module({
  imports: [IngestionReaderModule, InvoicingModelModule, InvoicingRatingModule, InvoicingUsageModule],
  controllers: [
    AnalyticsController,
    CustomerSummariesController,
    ExplanationsController,
    ForecastsController,
    PlanPricesController,
    PortalBalancesController,
    PortalExplanationsController,
    PortalStatementsController,
    PriceTestsController,
    SearchController,
    StatementsController,
  ],
  providers: [
    AnalyticsService,
    AnalyticsTotals,
    BilledEvents,
    CustomerAnalytics,
    DailyUsageAnalytics,
    CustomerSummariesService,
    Deviations,
    ExplanationReport,
    ExplanationsService,
    FeeEventsService,
    ForecastAlertsWorker,
    ForecastsService,
    InvoicingExportsService,
    MrrMovements,
    PlanPricesService,
    PriceTestHousekeeping,
    PriceTestsService,
    PriceTestStories,
    PriceTestWorker,
    SearchService,
    TestedSubscriptions,
    UsageExplanationsService,
    UsageExports,
    UsagePricing,
  ],
})
export class InvoicingReportsModule {}
