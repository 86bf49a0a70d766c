import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { choice, mandatoryChoice, mandatoryText, recordList, text, withElements } from '../http/fields.js';
import { described, shape, texts } from '../http/texts.js';

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
export const ZeroTax = shape('The category and the reason of a tax at 0 %, for e-invoices', {
  tax_code: described(z.string(), 'Code of the tax', 'vat_20'),
  category: described(z.enum(zeroTaxCategories), 'VAT category (UNTDID 5305)', 'AE'),
  /** VATEX. */
  reason_code: described(nullableText(), 'Code of the reason (VATEX)', 'VATEX-EU-AE'),
  reason: described(nullableText(), ...texts.reason),
});
export type ZeroTax = z.infer<typeof ZeroTax>;

/** Settings of an issuer for e-invoices, beyond its own fields (webhooks, section 9). */
export const IssuerEinvoicingSettings = shape(
  'Settings of e-invoices of the billing entity, in addition to its address',
  {
    /** Else its legal name. */
    contact_name: described(nullableText(), 'Contact person for invoices', 'Ada Martin'),
    electronic_address: described(nullableText(), 'Address for e-invoices', '40303265045'),
    /** EAS. */
    electronic_address_scheme: described(nullableText(), 'Scheme of the address (EAS)', '9957'),
    /** Overrides the profile of its country; countries without one need it. */
    profile: described(
      z.enum(einvoicingProfiles).nullable(),
      'Format of e-invoices; null: that of its country',
      'en16931-cii',
    ),
    zero_taxes: z.array(ZeroTax),
  },
);
export type IssuerEinvoicingSettings = z.infer<typeof IssuerEinvoicingSettings>;

/** Settings of a customer for e-invoices, beyond its own fields. */
export const CustomerEinvoicingSettings = shape('Settings of e-invoices to the customer, in addition to its address', {
  electronic_address: described(nullableText(), 'Address for e-invoices', '40303265045'),
  /** EAS. */
  electronic_address_scheme: described(nullableText(), 'Scheme of the address (EAS)', '9957'),
  /** Else its external id. A German authority's is its Leitweg-ID. */
  buyer_reference: described(nullableText(), 'Reference that the customer requires on invoices', '04011000-12345-67'),
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

export const ZeroTaxInput = described(
  bodyOf(ZeroTax, {
    tax_code: mandatoryText(),
    category: mandatoryChoice(zeroTaxCategories),
    reason_code: text(),
    reason: text(),
  }),
  'The category and the reason of a tax at 0 %, for e-invoices',
);
export type ZeroTaxInput = BodyInput<typeof ZeroTaxInput>;

/** A nested object of a body; its errors have the names of its fields. */
export const IssuerEinvoicingInput = described(
  bodyOf(IssuerEinvoicingSettings, {
    contact_name: text(),
    electronic_address: text(),
    electronic_address_scheme: text(),
    profile: choice(einvoicingProfiles),
    zero_taxes: withElements(recordList(), ZeroTaxInput),
  }),
  'Settings of e-invoices of the billing entity, in addition to its address',
);
export type IssuerEinvoicingInput = BodyInput<typeof IssuerEinvoicingInput>;

export const CustomerEinvoicingInput = described(
  bodyOf(CustomerEinvoicingSettings, {
    electronic_address: text(),
    electronic_address_scheme: text(),
    buyer_reference: text(),
  }),
  'Settings of e-invoices to the customer, in addition to its address',
);
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
