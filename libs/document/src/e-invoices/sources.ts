import type {
  BillingEntity,
  CreditNote,
  CustomerEinvoicingSettings,
  Fee,
  FeeAppliedTax,
  IssuerEinvoicingSettings,
  SingleInvoice,
} from '@tollgate/contracts';
import type { ProfileName } from '@tollgate/contracts/e-invoices';
import type { BillingFacts } from '../content/billing-facts.js';
import type { TaxedItem } from '../content/vat-treatment.js';

export type { ProfileName };

/** A fee with its taxes: their codes decide why a rate is 0. */
export type TaxedFee = Fee & { applied_taxes: Pick<FeeAppliedTax, 'tax_code'>[] };
export type InvoiceSource = Omit<SingleInvoice, 'fees'> & { fees: TaxedFee[] };
export type CreditNoteSource = Omit<CreditNote, 'items'> & {
  items: (Omit<CreditNote['items'][number], 'fee'> & { fee: TaxedFee | null })[];
};

/** The data that decide the VAT of a fee. @param fee null for prepaid credits whose fee is gone */
export const taxedItem = (fee: TaxedFee | null): TaxedItem => ({
  isCredit: fee === null || fee.item.type === 'credit',
  rate: fee?.taxes_rate ?? 0,
  codes: fee?.applied_taxes.map((tax) => tax.tax_code) ?? [],
});

/** The issuer of a document, with the settings of both sides. */
export interface Issuing {
  issuer: BillingEntity;
  issuerSettings: IssuerEinvoicingSettings;
  customerSettings: CustomerEinvoicingSettings;
  /** The sources of names of lines. */
  facts: BillingFacts;
}
