import type { BillingEntity, CreditNote, Fee, FeeAppliedTax, SingleInvoice } from '@tollgate/contracts';
import type { BillingFacts } from '../content/billing-facts.js';
import type { VatCategory } from './model.js';

/** A fee with its taxes: their codes decide why a rate is 0. */
export type TaxedFee = Fee & { applied_taxes: Pick<FeeAppliedTax, 'tax_code' | 'tax_rate'>[] };
export type InvoiceSource = Omit<SingleInvoice, 'fees'> & { fees: TaxedFee[] };
export type CreditNoteSource = Omit<CreditNote, 'items'> & {
  items: (Omit<CreditNote['items'][number], 'fee'> & { fee: TaxedFee | null })[];
};

/** Formats that an issuer of another country may choose (webhooks, section 9). */
export type ProfileName = 'en16931-cii' | 'en16931-ubl' | 'xrechnung-cii' | 'xrechnung-ubl' | 'peppol-bis';

/** Category and reason of a tax at 0 %, by the organization's own word. */
export interface ZeroTaxSetting {
  category: Exclude<VatCategory, 'S'>;
  /** Of the VATEX list, for exemptions; other categories have one code each. */
  reason_code: string | null;
  reason: string | null;
}

/** Settings of an issuer that e-invoices need beyond its own fields. */
export interface IssuerEInvoiceSettings {
  /** Else its legal name. */
  contact_name: string | null;
  electronic_address: string | null;
  electronic_address_scheme: string | null;
  /** IBAN, or an account number. */
  bank_account: string | null;
  bank_bic: string | null;
  bank_account_holder: string | null;
  /** Overrides the profile of its country; countries without one need it. */
  profile: ProfileName | null;
  /** By tax code. */
  zero_taxes: Record<string, ZeroTaxSetting>;
}

/** Settings of a customer that e-invoices need beyond its own fields. */
export interface CustomerEInvoiceSettings {
  electronic_address: string | null;
  electronic_address_scheme: string | null;
  /** Else its external id. A German authority's is its Leitweg-ID. */
  buyer_reference: string | null;
}

export const noIssuerSettings: IssuerEInvoiceSettings = {
  contact_name: null,
  electronic_address: null,
  electronic_address_scheme: null,
  bank_account: null,
  bank_bic: null,
  bank_account_holder: null,
  profile: null,
  zero_taxes: {},
};

export const noCustomerSettings: CustomerEInvoiceSettings = {
  electronic_address: null,
  electronic_address_scheme: null,
  buyer_reference: null,
};

/** The issuer of a document, with the settings of both sides. */
export interface Issuing {
  issuer: BillingEntity;
  issuerSettings: IssuerEInvoiceSettings;
  customerSettings: CustomerEInvoiceSettings;
  /** What names lines. */
  facts: BillingFacts;
}
