import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { choice, mandatoryChoice, mandatoryText, recordList, text, withElements } from '../http/fields.js';

/** Formats of e-invoices that an issuer may choose (webhooks, section 9). */
export const einvoicingProfiles = [
  'en16931-cii',
  'en16931-ubl',
  'xrechnung-cii',
  'xrechnung-ubl',
  'peppol-bis',
] as const;
/** VAT categories of taxes at 0 % (UNTDID 5305). */
export const zeroTaxCategories = ['Z', 'E', 'AE', 'O', 'G', 'K'] as const;

const nullableText = () => z.string().nullable();

/** Category and reason of a tax at 0 %, by the organization's own word: of a reverse charge, for example. */
export const ZeroTax = z.object({
  tax_code: z.string(),
  category: z.enum(zeroTaxCategories),
  /** VATEX. */
  reason_code: nullableText(),
  reason: nullableText(),
});
export type ZeroTax = z.infer<typeof ZeroTax>;

/** Settings of an issuer for e-invoices, beyond its own fields (webhooks, section 9). */
export const IssuerEinvoicingSettings = z.object({
  /** Else its legal name. */
  contact_name: nullableText(),
  electronic_address: nullableText(),
  /** EAS. */
  electronic_address_scheme: nullableText(),
  /** Overrides the profile of its country; countries without one need it. */
  profile: z.enum(einvoicingProfiles).nullable(),
  zero_taxes: z.array(ZeroTax),
});
export type IssuerEinvoicingSettings = z.infer<typeof IssuerEinvoicingSettings>;

/** Settings of a customer for e-invoices, beyond its own fields. */
export const CustomerEinvoicingSettings = z.object({
  electronic_address: nullableText(),
  /** EAS. */
  electronic_address_scheme: nullableText(),
  /** Else its external id. A German authority's is its Leitweg-ID. */
  buyer_reference: nullableText(),
});
export type CustomerEinvoicingSettings = z.infer<typeof CustomerEinvoicingSettings>;

export const noIssuerEinvoicing: IssuerEinvoicingSettings = {
  contact_name: null,
  electronic_address: null,
  electronic_address_scheme: null,
  profile: null,
  zero_taxes: [],
};

export const noCustomerEinvoicing: CustomerEinvoicingSettings = {
  electronic_address: null,
  electronic_address_scheme: null,
  buyer_reference: null,
};

export const ZeroTaxInput = body({
  tax_code: mandatoryText(),
  category: mandatoryChoice(zeroTaxCategories),
  reason_code: text(),
  reason: text(),
});
export type ZeroTaxInput = BodyInput<typeof ZeroTaxInput>;

/** A nested object of a body; its errors have the names of its fields. */
export const IssuerEinvoicingInput = body({
  contact_name: text(),
  electronic_address: text(),
  electronic_address_scheme: text(),
  profile: choice(einvoicingProfiles),
  zero_taxes: withElements(recordList(), ZeroTaxInput),
});
export type IssuerEinvoicingInput = BodyInput<typeof IssuerEinvoicingInput>;

export const CustomerEinvoicingInput = body({
  electronic_address: text(),
  electronic_address_scheme: text(),
  buyer_reference: text(),
});
export type CustomerEinvoicingInput = BodyInput<typeof CustomerEinvoicingInput>;

/** The code of the error of a document whose e-invoice could not be made. */
export const einvoicingErrorCode = 'einvoicing_error';

/** Faults `customer.country: value_is_mandatory` as the details of an error, by field or rule. */
export const einvoicingDetails = (faults: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    faults.map((fault) => {
      const [field = '', ...code] = fault.split(': ');
      return code.length === 0 ? ['document', field] : [field, code.join(': ')];
    }),
  );
