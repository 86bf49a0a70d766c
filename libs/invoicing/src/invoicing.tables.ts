import type { AdvanceEventsTable, AdvanceRenewalsTable } from './advance/advance.tables.js';
import type { FeesTable, FeeTaxesTable } from './fees/fees.tables.js';
import type { BillingPeriodsTable, InvoicesTable, InvoiceSequencesTable, InvoiceTaxesTable } from './invoices/invoices.tables.js';

/** Tables of the invoicing schema; each resource's folder says what its tables hold. */
export interface InvoicingTables {
  'invoicing.invoices': InvoicesTable;
  'invoicing.billing_periods': BillingPeriodsTable;
  'invoicing.invoice_taxes': InvoiceTaxesTable;
  'invoicing.invoice_sequences': InvoiceSequencesTable;
  'invoicing.fees': FeesTable;
  'invoicing.fee_taxes': FeeTaxesTable;
  'invoicing.advance_events': AdvanceEventsTable;
  'invoicing.advance_renewals': AdvanceRenewalsTable;
}
