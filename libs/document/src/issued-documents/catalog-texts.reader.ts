import { readTranslatedSections, readTranslatedTaxes } from '@tollgate/catalog/reader';
import type { CreditNote, Invoice } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import type { CatalogTexts } from '../content/customer-texts.js';

/** Reads the texts that documents of invoices and credit notes translate, in a constant number of statements. */
export async function readCatalogTexts(
  transaction: TenantTransaction,
  invoices: Invoice[],
  notes: CreditNote[] = [],
): Promise<CatalogTexts> {
  const taxCodes = [...invoices, ...notes].flatMap(({ applied_taxes: taxes }) => taxes.map((tax) => tax.tax_code));
  const sections = invoices.flatMap((invoice) => invoice.applied_invoice_custom_sections);
  return {
    taxes: await readTranslatedTaxes(transaction, [...new Set(taxCodes)]),
    sections: await readTranslatedSections(transaction, [...new Set(sections.map(({ code }) => code))]),
  };
}
