import type { AccountingProvidersTable, AccountingSyncsTable } from './accounting/accounting.tables.js';
import type { InAdvanceEventsTable, InAdvanceRenewalsTable } from './fees/in-advance.tables.js';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type {
  CreditNoteItemsTable,
  CreditNotesTable,
  CreditNoteTaxesTable,
  CreditsTable,
} from './credit-notes/credit-notes.tables.js';
import type {
  AnalyticsChangesTable,
  AnalyticsCustomerTotalsTable,
  AnalyticsTotalsTable,
  MrrLevelsTable,
  MrrMovementsTable,
  MrrProgressTable,
} from './figures/analytics.tables.js';
import type { AppliedCouponsTable } from './coupons/applied-coupons.tables.js';
import type {
  DailyUsagesTable,
  StaleDaysTable,
  UsageDaysTable,
  UsageSnapshotsTable,
} from './figures/daily-usages.tables.js';
import type { InvoiceErrorsTable } from './errors/invoice-errors.tables.js';
import type { FeeInputsTable, InvoiceInputsTable } from './fee-inputs/fee-inputs.tables.js';
import type { FeesTable, FeeTaxesTable, UntaxedFeesTable } from './fees/fees.tables.js';
import type {
  BillingEntitySequencesTable,
  BillingPeriodsTable,
  InvoiceCustomSectionsTable,
  InvoiceMetadataTable,
  InvoicesTable,
  InvoiceSequencesTable,
  InvoiceTaxesTable,
} from './invoices/invoices.tables.js';
import type { AppliedUsageThresholdsTable } from './progressive/progressive-billing.tables.js';
import type { PaymentDisputesTable } from './payments/payment-disputes.tables.js';
import type { PaymentsTable } from './payments/payments.tables.js';
import type {
  TaxProvidersTable,
  TaxReportsTable,
  TaxRequestsTable,
  UninvoicedTaxRequestsTable,
} from './taxes/tax-engines.tables.js';
import type { PriceTestResultsTable, PriceTestsTable } from './price-tests/price-tests.tables.js';
import type { AbandonedStartsTable } from './starts/waiting-starts.tables.js';

/** Tables of the invoicing schema; each folder of this wing defines those of its objects. */
export interface InvoicingTables {
  'invoicing.invoices': InvoicesTable;
  'invoicing.billing_periods': BillingPeriodsTable;
  'invoicing.invoice_taxes': InvoiceTaxesTable;
  'invoicing.invoice_errors': InvoiceErrorsTable;
  'invoicing.invoice_sequences': InvoiceSequencesTable;
  'invoicing.billing_entity_sequences': BillingEntitySequencesTable;
  'invoicing.invoice_metadata': InvoiceMetadataTable;
  'invoicing.abandoned_starts': AbandonedStartsTable;
  'invoicing.price_tests': PriceTestsTable;
  'invoicing.price_test_results': PriceTestResultsTable;
  'invoicing.invoice_custom_sections': InvoiceCustomSectionsTable;
  'invoicing.credit_notes': CreditNotesTable;
  'invoicing.credit_note_items': CreditNoteItemsTable;
  'invoicing.credit_note_taxes': CreditNoteTaxesTable;
  'invoicing.credits': CreditsTable;
  'invoicing.applied_usage_thresholds': AppliedUsageThresholdsTable;
  'invoicing.applied_coupons': AppliedCouponsTable;
  'invoicing.payments': PaymentsTable;
  'invoicing.payment_disputes': PaymentDisputesTable;
  'invoicing.fees': FeesTable;
  'invoicing.fee_taxes': FeeTaxesTable;
  'invoicing.untaxed_fees': UntaxedFeesTable;
  'invoicing.fee_inputs': FeeInputsTable;
  'invoicing.invoice_inputs': InvoiceInputsTable;
  'invoicing.tax_providers': TaxProvidersTable;
  'invoicing.tax_requests': TaxRequestsTable;
  'invoicing.tax_reports': TaxReportsTable;
  'invoicing.uninvoiced_tax_requests': UninvoicedTaxRequestsTable;
  'invoicing.accounting_providers': AccountingProvidersTable;
  'invoicing.accounting_syncs': AccountingSyncsTable;
  'invoicing.advance_events': InAdvanceEventsTable;
  'invoicing.advance_renewals': InAdvanceRenewalsTable;
  'invoicing.daily_usages': DailyUsagesTable;
  'invoicing.usage_snapshots': UsageSnapshotsTable;
  'invoicing.usage_days': UsageDaysTable;
  'invoicing.owed_days': StaleDaysTable;
  'invoicing.analytics_changes': AnalyticsChangesTable;
  'invoicing.analytics_totals': AnalyticsTotalsTable;
  'invoicing.analytics_customer_totals': AnalyticsCustomerTotalsTable;
  'invoicing.mrr_levels': MrrLevelsTable;
  'invoicing.mrr_movements': MrrMovementsTable;
  'invoicing.mrr_progress': MrrProgressTable;
}

/** The same transaction, typed with these tables. */
export const tables = (transaction: Transaction) => tablesOf<InvoicingTables>(transaction);
