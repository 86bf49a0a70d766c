import {
  textIn,
  type BillingEntity,
  type CreditNote,
  type EmbeddedCustomer,
  type Invoice,
  type TranslatedText,
} from '@tollgate/contracts';

/** Texts of the catalog in their languages, by the codes that documents name them by. */
export interface CatalogTexts {
  taxes: ReadonlyMap<string, TranslatedText>;
  sections: ReadonlyMap<string, { displayName: TranslatedText; details: TranslatedText }>;
}

/**
 * The text of a document in a language. A document has its own copy of a text, which may be another one by now or from
 * the start: only the catalog's own text has its translation.
 */
function translatedText<T extends string | null>(
  shown: T,
  known: TranslatedText | undefined,
  locale: string,
): T | string {
  return known && (known.plain ?? '') === (shown ?? '') ? textIn(locale, shown, known.texts) : shown;
}

/** The locale of a customer's documents. */
export const localeOf = (customer: EmbeddedCustomer, issuer: BillingEntity): string =>
  customer.billing_configuration.document_locale ?? issuer.document_locale;

/** An issuer with its texts in the customer's language (webhooks, section 8). */
export const issuerIn = (locale: string, issuer: BillingEntity): BillingEntity => ({
  ...issuer,
  payment_terms: textIn(locale, issuer.payment_terms, issuer.payment_terms_translations),
  invoice_footer: textIn(locale, issuer.invoice_footer, issuer.invoice_footer_translations),
});

const taxesIn = <T extends { tax_code: string; tax_name: string }>(
  locale: string,
  taxes: T[],
  texts: CatalogTexts,
): T[] =>
  taxes.map((tax) => ({ ...tax, tax_name: translatedText(tax.tax_name, texts.taxes.get(tax.tax_code), locale) }));

/** An invoice with the names of its taxes and the texts of its sections in the customer's language. */
export const invoiceIn = <T extends Invoice>(locale: string, invoice: T, texts: CatalogTexts): T => ({
  ...invoice,
  applied_taxes: taxesIn(locale, invoice.applied_taxes, texts),
  applied_invoice_custom_sections: invoice.applied_invoice_custom_sections.map((section) => {
    const known = texts.sections.get(section.code);
    return {
      ...section,
      display_name: translatedText(section.display_name, known?.displayName, locale),
      details: translatedText(section.details, known?.details, locale),
    };
  }),
});

/** A credit note with the names of its taxes in the customer's language. */
export const creditNoteIn = (locale: string, note: CreditNote, texts: CatalogTexts): CreditNote => ({
  ...note,
  applied_taxes: taxesIn(locale, note.applied_taxes, texts),
});
