import { Module } from '@nestjs/common';
import { InvoicingModelModule } from '../model/model.module.js';
import { InvoicingUsageModule } from '../usage/usage.module.js';
import { AnalyticsTotals } from './analytics/analytics-totals.service.js';
import { AnalyticsController } from './analytics/analytics.controller.js';
import { AnalyticsService } from './analytics/analytics.service.js';
import { DailyUsageAnalytics } from './analytics/daily-usage-analytics.service.js';
import { InvoicingExportsService } from './exports/invoicing-exports.service.js';
import { UsageExports } from './exports/usage-exports.js';

/** Figures over all invoices, and files of them. */
@Module({
  imports: [InvoicingModelModule, InvoicingUsageModule],
  controllers: [AnalyticsController],
  providers: [AnalyticsService, AnalyticsTotals, DailyUsageAnalytics, InvoicingExportsService, UsageExports],
})
export class InvoicingReportsModule {}
