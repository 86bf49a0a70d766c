import type { BillingEntity, SingleInvoice } from '@tollgate/contracts';
import type { Language } from './parties.js';
import { vatTreatment, type VatRules } from './vat-treatment.js';

/** The rules of an issuer for paper and e-invoice, in the words of a document's language. */
export const vatRulesOf = (issuer: BillingEntity, { labels }: Language): VatRules => ({
  issuer,
  settings: issuer.einvoicing_settings,
  labels,
});

type ZeroTaxed = Pick<SingleInvoice['applied_taxes'][number], 'tax_code' | 'tax_name' | 'tax_rate'>;

/**
 * Says of each tax of 0 % why nothing is charged, in the words of the e-invoice (webhooks, sections 8.1 and 9). Sold
 * credits are no supply yet: their reason stands where their e-invoice needs one.
 */
export function taxReasons(
  taxes: readonly ZeroTaxed[],
  issuer: BillingEntity,
  { language, sellsCredits }: { language: Language; sellsCredits: boolean },
): string[] {
  const rules = vatRulesOf(issuer, language);
  if (sellsCredits) {
    const { reason } = vatTreatment({ isCredit: true, rate: 0, codes: [] }, rules);
    return issuer.einvoicing && reason ? [reason.text] : [];
  }
  const reasons = taxes.flatMap(({ tax_code: code, tax_name: name, tax_rate: rate }) => {
    const { reason } = vatTreatment({ isCredit: false, rate, codes: [code] }, rules);
    if (!reason) return [];
    return reason.text.startsWith(name) ? [reason.text] : [`${name} (${language.formats.rate(rate)}): ${reason.text}`];
  });
  return [...new Set(reasons)];
}
