export { arithmeticFaults } from './checks.js';
export { CannotBeWritten } from './cannot-be-written.js';
export { buildCreditNoteModel } from './credit-note-model.js';
export { buildInvoiceModel } from './invoice-model.js';
export { missingFields, missingIssuerFields } from './missing-fields.js';
export type { MissingField } from './missing-fields.js';
export type { EInvoice } from './model.js';
export { formatsFor, profiles } from './profiles.js';
export type { Formats } from './profiles.js';
export { noFacts } from '../content/billing-facts.js';
export { noCustomerSettings, noIssuerSettings } from './sources.js';
export type {
  CreditNoteSource,
  CustomerEInvoiceSettings,
  InvoiceSource,
  IssuerEInvoiceSettings,
  Issuing,
  ProfileName,
  TaxedFee,
  ZeroTaxSetting,
} from './sources.js';
export { writeEInvoice } from './write-e-invoice.js';
