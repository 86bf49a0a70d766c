import { readExchangeRates, taxCurrencyOf } from '@tollgate/catalog/reader';
import type { BillingEntity, CreditNote, EmbeddedCustomer, SingleInvoice } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { convertedCents, type ConvertedTax } from '../content/converted-tax.js';

interface TaxedDocument {
  id: string;
  /** Of the tax, and the day whose rate converts it, `YYYY-MM-DD`. */
  currency: string;
  taxesCents: number;
  day: string;
  country: string | null;
}

type IssuerOf = (code: string) => BillingEntity;

/** Converts the taxes of invoices at the rate of their issuing date, in one statement. @returns by invoice */
export const readConvertedTaxesOfInvoices = (
  transaction: TenantTransaction,
  invoices: readonly SingleInvoice[],
  issuerOf: IssuerOf,
): Promise<Map<string, ConvertedTax>> =>
  readConvertedTaxes(
    transaction,
    invoices.map((invoice) => ({
      id: invoice.svc_id,
      currency: invoice.currency,
      taxesCents: invoice.taxes_amount_cents,
      day: invoice.issuing_date,
      country: sellersCountry(invoice, issuerOf),
    })),
  );

/** Converts the taxes of credit notes at the rate of the invoices that they correct. @returns by credit note */
export const readConvertedTaxesOfNotes = (
  transaction: TenantTransaction,
  notes: readonly CreditNote[],
  { issuerOf, invoices }: { issuerOf: IssuerOf; invoices: ReadonlyMap<string, { issuingDate: string }> },
): Promise<Map<string, ConvertedTax>> =>
  readConvertedTaxes(
    transaction,
    notes.map((note) => ({
      id: note.svc_id,
      currency: note.currency,
      taxesCents: note.taxes_amount_cents,
      day: invoices.get(note.svc_invoice_id)?.issuingDate ?? note.issuing_date,
      country: sellersCountry(note, issuerOf),
    })),
  );

/** On self-billed documents the customer is the seller. */
const sellersCountry = (
  document: { self_billed: boolean; billing_entity_code: string; customer: EmbeddedCustomer },
  issuerOf: IssuerOf,
): string | null => (document.self_billed ? document.customer.country : issuerOf(document.billing_entity_code).country);

/** Leaves out documents without tax, in the seller's own currency, and without a rate. */
async function readConvertedTaxes(
  transaction: TenantTransaction,
  documents: readonly TaxedDocument[],
): Promise<Map<string, ConvertedTax>> {
  const foreign = documents.flatMap((document) => {
    const to = taxCurrencyOf(document.country);
    return to === null || to === document.currency || document.taxesCents === 0 ? [] : [{ ...document, to }];
  });
  const rates = await readExchangeRates(
    transaction,
    foreign.map(({ currency: from, to, day }) => ({ from, to, day })),
  );
  return new Map(
    foreign.flatMap(({ id, currency: from, to, taxesCents }, place) => {
      const found = rates[place];
      if (!found) return [];
      const amountCents = convertedCents(taxesCents, { from, to, rate: found.rate });
      return [[id, { currency: to, amountCents, ...found }] as const];
    }),
  );
}
