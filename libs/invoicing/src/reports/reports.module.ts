import { Module } from '@nestjs/common';
import { InvoicingModelModule } from '../model/model.module.js';
import { InvoicingUsageModule } from '../usage/usage.module.js';
import { AnalyticsTotals } from './analytics/analytics-totals.service.js';
import { AnalyticsController } from './analytics/analytics.controller.js';
import { AnalyticsService } from './analytics/analytics.service.js';
import { DailyUsageAnalytics } from './analytics/daily-usage-analytics.service.js';
import { ExplanationReport } from './explanations/explanation-report.js';
import { ExplanationsController } from './explanations/explanations.controller.js';
import { ExplanationsService } from './explanations/explanations.service.js';
import { UsageExplanationsService } from './explanations/usage-explanations.service.js';
import { InvoicingExportsService } from './exports/invoicing-exports.service.js';
import { UsageExports } from './exports/usage-exports.js';

/** Figures over all invoices, files of them, and explanations of amounts. */
@Module({
  imports: [InvoicingModelModule, InvoicingUsageModule],
  controllers: [AnalyticsController, ExplanationsController],
  providers: [
    AnalyticsService,
    AnalyticsTotals,
    DailyUsageAnalytics,
    ExplanationReport,
    ExplanationsService,
    InvoicingExportsService,
    UsageExplanationsService,
    UsageExports,
  ],
})
export class InvoicingReportsModule {}
