import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { IngestionReaderModule } from '@tollgate/ingestion/reader';
import { CustomerCurrencies } from '@tollgate/subscription/reader';
import { AnalyticsController } from './analytics/analytics.controller.js';
import { AnalyticsService } from './analytics/analytics.service.js';
import { DailyUsageAnalytics } from './analytics/daily-usage-analytics.service.js';
import { DailyUsages } from './daily-usages/daily-usages.service.js';
import { DayComputation } from './daily-usages/day-computation.service.js';
import { SubscriptionDays } from './daily-usages/subscription-days.service.js';
import { UsedSubscriptions } from './daily-usages/used-subscriptions.service.js';
import { AnalyticsTotals } from './analytics/analytics-totals.service.js';
import { EventFeesService } from './in-advance/event-fees.service.js';
import { EventMessagesController } from './in-advance/event-messages.controller.js';
import { BillingMessagesController } from './billing/billing-messages.controller.js';
import { BillingWorker } from './billing/billing-worker.js';
import { BillingRun } from './billing/billing-run.service.js';
import { GroupInvoices } from './billing/group-invoices.service.js';
import { InvoiceLines } from './billing/invoice-lines.service.js';
import { EstimatesController } from './estimates/estimates.controller.js';
import { EstimatesService } from './estimates/estimates.service.js';
import { InstantEstimatesService } from './estimates/instant-estimates.service.js';
import { Consolidation } from './in-advance/consolidation.service.js';
import { Renewals } from './in-advance/renewals.service.js';
import { AppliedCouponsController, CouponMessagesController } from './coupons/applied-coupons.controller.js';
import { AppliedCouponsService } from './coupons/applied-coupons.service.js';
import { CreditSaleMessagesController } from './credit-sales/credit-sale-messages.controller.js';
import { CreditNoteChangesController } from './credit-notes/credit-note-changes.controller.js';
import { CreditNoteChangesService } from './credit-notes/credit-note-changes.service.js';
import { RequestedNotesService } from './credit-notes/requested-notes.service.js';
import { RefundMessagesController } from './credit-notes/refund-messages.controller.js';
import { CreditNotesController } from './credit-notes/credit-notes.controller.js';
import { CreditNotesService } from './credit-notes/credit-notes.service.js';
import { UntaxedInvoicesMetrics } from './pending-taxes/untaxed-invoices.metrics.js';
import { UntaxedInvoices } from './pending-taxes/untaxed-invoices.service.js';
import { DraftInvoicesController } from './drafts/draft-invoices.controller.js';
import { DraftInvoicesService } from './drafts/draft-invoices.service.js';
import { DraftMessagesController } from './drafts/draft-messages.controller.js';
import { DraftSettingsController } from './drafts/draft-settings.controller.js';
import { InvoicingDueWork } from './due-work/invoicing.due-work.js';
import { OverduePayments } from './due-work/overdue-payments.js';
import { FailedInvoicesController } from './failures/failed-invoices.controller.js';
import { FailedInvoicesMetrics } from './failures/failed-invoices.metrics.js';
import { FailedInvoicesService } from './failures/failed-invoices.service.js';
import { FeesController } from './fees/fees.controller.js';
import { FeesService } from './fees/fees.service.js';
import { FixedChargeInvoices } from './fixed-charges/fixed-charge-invoices.service.js';
import { InvoicePreviewsController } from './preview/invoice-previews.controller.js';
import { InvoicePreviewsService } from './preview/invoice-previews.service.js';
import { InvoicesController } from './invoices/invoices.controller.js';
import { InvoicesService } from './invoices/invoices.service.js';
import { GeneratedFilesController } from './changes/generated-files.controller.js';
import { InvoiceChangesController } from './changes/invoice-changes.controller.js';
import { InvoiceChangesService } from './changes/invoice-changes.service.js';
import { InvoiceUpdatesService } from './changes/invoice-updates.service.js';
import { VoidedInvoicesService } from './voiding/voided-invoices.service.js';
import { InvoicingDatabase } from './invoicing.database.js';
import { OneOffInvoicesController } from './one-off/one-off-invoices.controller.js';
import { OneOffInvoicesService } from './one-off/one-off-invoices.service.js';
import { InvoicePaymentsService } from './payments/invoice-payments.service.js';
import { ThresholdChecks } from './progressive-billing/threshold-checks.service.js';
import { ThresholdMessagesController } from './progressive-billing/threshold-messages.controller.js';
import { CreditReservations } from './prepaid-credits/credit-reservations.service.js';
import { WrittenDocuments } from './prepaid-credits/written-documents.service.js';
import { InvoicingQueues } from './queues/invoicing-queues.js';
import { InvoicingReconciler } from './reconciliation/invoicing-reconciler.service.js';
import { InvoicingDueWorkMetrics } from './due-work/invoicing-due-work.metrics.js';
import { ChargeRating } from './rating/charge-rating.service.js';
import { AlertUsageSnapshots } from './usage-snapshots/alert-usage-snapshots.js';
import { UsageSnapshotMessagesController } from './usage-snapshots/usage-snapshot-messages.controller.js';
import { UsageSnapshots } from './usage-snapshots/usage-snapshots.service.js';
import { UnbilledUsageSnapshots } from './usage-snapshots/unbilled-usage-snapshots.js';
import { CurrentUsageService } from './usage/current-usage.service.js';
import { CustomerUsageController } from './usage/customer-usage.controller.js';
import { LifetimeAmountsService } from './usage/lifetime-amounts.service.js';
import { MetricUsageService } from './usage/metric-usage.service.js';
import { InvoicingExportsService } from './exports/invoicing-exports.service.js';
import { UsageExports } from './exports/usage-exports.js';
import { PastUsageService } from './usage/past-usage.service.js';

/** Rated usage, fees and invoices. */
@Module({
  imports: [IngestionReaderModule],
  controllers: [
    AnalyticsController,
    AppliedCouponsController,
    BillingMessagesController,
    CreditSaleMessagesController,
    CouponMessagesController,
    CreditNoteChangesController,
    CreditNotesController,
    RefundMessagesController,
    CustomerUsageController,
    DraftInvoicesController,
    DraftMessagesController,
    DraftSettingsController,
    EstimatesController,
    EventMessagesController,
    FailedInvoicesController,
    FeesController,
    InvoiceChangesController,
    GeneratedFilesController,
    InvoicePreviewsController,
    InvoicesController,
    UsageSnapshotMessagesController,
    OneOffInvoicesController,
    ThresholdMessagesController,
  ],
  providers: [
    InvoicingDatabase,
    outboxRelayOf(InvoicingDatabase),
    AnalyticsService,
    AnalyticsTotals,
    DailyUsageAnalytics,
    DailyUsages,
    DayComputation,
    SubscriptionDays,
    UsedSubscriptions,
    AppliedCouponsService,
    BillingRun,
    GroupInvoices,
    InvoiceLines,
    CreditReservations,
    WrittenDocuments,
    BillingWorker,
    ChargeRating,
    CreditNoteChangesService,
    CreditNotesService,
    RequestedNotesService,
    CurrentUsageService,
    DraftInvoicesService,
    UntaxedInvoices,
    UntaxedInvoicesMetrics,
    EstimatesService,
    EventFeesService,
    FailedInvoicesService,
    FailedInvoicesMetrics,
    FeesService,
    FixedChargeInvoices,
    CustomerCurrencies,
    InstantEstimatesService,
    InvoiceChangesService,
    InvoicePaymentsService,
    InvoicePreviewsService,
    InvoicesService,
    InvoiceUpdatesService,
    InvoicingDueWork,
    InvoicingQueues,
    LifetimeAmountsService,
    MetricUsageService,
    InvoicingExportsService,
    UsageExports,
    OneOffInvoicesService,
    OverduePayments,
    PastUsageService,
    Consolidation,
    Renewals,
    ThresholdChecks,
    VoidedInvoicesService,
    AlertUsageSnapshots,
    UsageSnapshots,
    UnbilledUsageSnapshots,
    InvoicingReconciler,
    InvoicingDueWorkMetrics,
  ],
})
export class InvoicingModule {}
