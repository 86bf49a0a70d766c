import type { BillingEntity, CreditNote, EmbeddedCustomer, Fee, SingleInvoice } from '@tollgate/contracts';
import type { BillingFacts } from '../content/billing-facts.js';
import { buildCreditNoteModel } from '../e-invoices/credit-note-model.js';
import { eInvoiceFiles, type EInvoiceFiles } from '../e-invoices/e-invoice-files.js';
import { buildInvoiceModel } from '../e-invoices/invoice-model.js';
import type { Issuing, TaxedFee } from '../e-invoices/sources.js';

/** Writes the e-invoices of an invoice (webhooks, section 9). */
export const invoiceFiles = (
  invoice: SingleInvoice,
  issuer: BillingEntity,
  facts: BillingFacts,
): EInvoiceFiles | null =>
  eInvoiceFiles(issuer, invoice.customer, () => {
    const fees = invoice.fees.map((fee) => taxed(fee, facts));
    return buildInvoiceModel({ ...invoice, fees }, issuingOf(issuer, invoice.customer, facts));
  });

/** Writes the e-invoices of a credit note. */
export const creditNoteFiles = (note: CreditNote, issuer: BillingEntity, facts: BillingFacts): EInvoiceFiles | null =>
  eInvoiceFiles(issuer, note.customer, () => {
    const items = note.items.map((item) => ({ ...item, fee: item.fee && taxed(item.fee, facts) }));
    return buildCreditNoteModel({ ...note, items }, issuingOf(issuer, note.customer, facts));
  });

const taxed = (fee: Fee, facts: BillingFacts): TaxedFee => ({
  ...fee,
  applied_taxes: (facts.fees.get(fee.svc_id)?.taxCodes ?? []).map((code) => ({ tax_code: code })),
});

const issuingOf = (issuer: BillingEntity, customer: EmbeddedCustomer, facts: BillingFacts): Issuing => ({
  issuer,
  issuerSettings: issuer.einvoicing_settings,
  customerSettings: customer.einvoicing_settings,
  facts,
});
