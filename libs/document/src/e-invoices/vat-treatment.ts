import type { BillingEntity, IssuerEinvoicingSettings, ZeroTax } from '@tollgate/contracts';
import { Decimal } from '@tollgate/rating';
import type { Labels } from '../content/labels/labels.js';
import { ZERO } from './amounts.js';
import { reasonCodes } from '@tollgate/contracts/e-invoices';
import type { VatCategory, VatReason, VatTreatment } from './model.js';
import type { TaxedFee } from './sources.js';

export interface VatRules {
  issuer: Pick<BillingEntity, 'country'>;
  settings: Pick<IssuerEinvoicingSettings, 'zero_taxes'>;
  labels: Pick<Labels, 'reverseCharge' | 'taxExempt'>;
}

/** The article of the law, in the words that each country uses. */
const lawOfReverseCharge = (country: string | null): string =>
  country === 'FR' ? 'art. 283-2 CGI, art. 196 directive 2006/112/CE' : 'Art. 196 Directive 2006/112/EC';
const lawOfForeignPlace = (country: string | null): string =>
  country === 'FR' ? 'art. 259-1 CGI' : 'Art. 44, 59 Directive 2006/112/EC';

const notSubject: VatReason = { code: 'VATEX-EU-O', text: 'Not subject to VAT' };
const plain = (category: VatCategory, rate: Decimal): VatTreatment => ({ category, rate, reason: null });
const zero = (category: VatCategory, reason: VatReason | null): VatTreatment => ({ category, rate: ZERO, reason });

/** Taxes of EU tax management that are 0 because the place of supply has no VAT (webhooks, section 21). */
const isForeignPlace = (code: string): boolean =>
  code === 'svc_eu_tax_exempt' || /^svc_eu_[a-z]{2}_exception_/.test(code);

/**
 * Chooses category and reason of a fee (webhooks, section 9). An invoice line has one rate, so several taxes of a fee
 * count as one. A reverse charge is AE and not Z, since its buyer owes the tax.
 * @param fee null for prepaid credits whose fee is gone
 */
export function vatTreatment(fee: TaxedFee | null, rules: VatRules): VatTreatment {
  if (fee === null || fee.item.type === 'credit') return zero('O', notSubject);
  const rate = new Decimal(fee.taxes_rate);
  if (rate.gt(0)) return plain('S', rate);
  const codes = fee.applied_taxes.map((tax) => tax.tax_code);
  const setting = rules.settings.zero_taxes.find((tax) => codes.includes(tax.tax_code));
  if (setting) return zero(setting.category, reasonOf(setting, rules.labels));
  const { country } = rules.issuer;
  if (codes.includes('svc_eu_reverse_charge'))
    return zero('AE', { code: 'VATEX-EU-AE', text: `${rules.labels.reverseCharge} (${lawOfReverseCharge(country)})` });
  if (codes.some(isForeignPlace))
    return zero('O', { code: 'VATEX-EU-O', text: `${rules.labels.taxExempt} (${lawOfForeignPlace(country)})` });
  return plain('Z', ZERO);
}

function reasonOf({ category, reason, reason_code: code }: ZeroTax, labels: VatRules['labels']) {
  if (category === 'Z') return null;
  const text = reason || (category === 'AE' ? labels.reverseCharge : labels.taxExempt);
  return { code: category === 'E' ? code || null : (reasonCodes[category] ?? null), text };
}

/**
 * Makes the category O an exemption with the same reason on a document with other categories. The standard allows no
 * other one beside O (BR-O-11).
 */
export function mixable(treatments: readonly VatTreatment[]): VatTreatment[] {
  const isMixed = new Set(treatments.map(({ category }) => category)).size > 1;
  return treatments.map((treatment) =>
    isMixed && treatment.category === 'O'
      ? { ...treatment, category: 'E', reason: { code: null, text: treatment.reason?.text ?? notSubject.text } }
      : treatment,
  );
}
