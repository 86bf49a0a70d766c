import type { BillingEntity, IssuerEinvoicingSettings, ZeroTax } from '@tollgate/contracts';
import { reasonCodes, type VatCategory, type VatReason } from '@tollgate/contracts/e-invoices';
import { Decimal } from '@tollgate/rating';
import type { Labels } from './labels/labels.js';

/** How the law treats an item: for paper and e-invoice alike. */
export interface VatTreatment {
  category: VatCategory;
  /** Percent; 0 for all categories but S. */
  rate: Decimal;
  /** Only of E, AE, O, G and K. */
  reason: VatReason | null;
}

export interface VatRules {
  issuer: Pick<BillingEntity, 'country'>;
  settings: Pick<IssuerEinvoicingSettings, 'zero_taxes'>;
  labels: Pick<
    Labels,
    'reverseCharge' | 'taxExempt' | 'notSubject' | 'exportSupply' | 'communitySupply' | 'vatDirective'
  >;
}

/** The data that decide the treatment of an item: its rate, and the codes of its taxes. */
export interface TaxedItem {
  /** Whether it sells prepaid credits. */
  isCredit: boolean;
  /** Percent. */
  rate: number;
  codes: readonly string[];
}

const ZERO = new Decimal(0);

/** The article of the law, in the words of France or in those of the document's language. */
const lawOfReverseCharge = ({ issuer: { country }, labels }: VatRules): string =>
  country === 'FR' ? 'art. 283-2 CGI, art. 196 directive 2006/112/CE' : `Art. 196 ${labels.vatDirective}`;

/** French law has its own wording for supplies elsewhere (webhooks, section 8.1). */
const foreignPlace = ({ issuer: { country }, labels }: VatRules): string =>
  country === 'FR'
    ? 'TVA non applicable, art. 259-1 du CGI'
    : `${labels.taxExempt} (Art. 44, 59 ${labels.vatDirective})`;

const plain = (category: VatCategory, rate: Decimal): VatTreatment => ({ category, rate, reason: null });
const zero = (category: VatCategory, reason: VatReason | null): VatTreatment => ({ category, rate: ZERO, reason });

/** Taxes of EU tax management that are 0 because the place of supply has no VAT (webhooks, section 21). */
const isForeignPlace = (code: string): boolean =>
  code === 'svc_eu_tax_exempt' || /^svc_eu_[a-z]{2}_exception_/.test(code);

/**
 * Chooses category and reason of an item (webhooks, section 9). A reverse charge is AE and not Z, since its buyer owes
 * the tax.
 */
export function vatTreatment({ isCredit, rate, codes }: TaxedItem, rules: VatRules): VatTreatment {
  if (isCredit) return zero('O', { code: 'VATEX-EU-O', text: rules.labels.notSubject });
  if (rate > 0) return plain('S', new Decimal(rate));
  const setting = rules.settings.zero_taxes.find((tax) => codes.includes(tax.tax_code));
  if (setting) return zero(setting.category, reasonOf(setting, rules.labels));
  if (codes.includes('svc_eu_reverse_charge')) {
    const text = `${rules.labels.reverseCharge} (${lawOfReverseCharge(rules)})`;
    return zero('AE', { code: 'VATEX-EU-AE', text });
  }
  if (codes.some(isForeignPlace)) return zero('O', { code: 'VATEX-EU-O', text: foreignPlace(rules) });
  return plain('Z', ZERO);
}

function reasonOf({ category, reason, reason_code: code }: ZeroTax, labels: VatRules['labels']) {
  if (category === 'Z') return null;
  const words = {
    E: labels.taxExempt,
    AE: labels.reverseCharge,
    O: labels.notSubject,
    G: labels.exportSupply,
    K: labels.communitySupply,
  };
  const text = reason?.trim() || words[category];
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
      ? { ...treatment, category: 'E', reason: treatment.reason && { code: null, text: treatment.reason.text } }
      : treatment,
  );
}
