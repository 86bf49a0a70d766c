import {
  textIn,
  type BillingEntity,
  type CreditNote,
  type EmbeddedCustomer,
  type Fee,
  type SingleInvoice,
  type TranslatedText,
} from '@tollgate/contracts';
import type { BillingFacts } from './billing-facts.js';
import { unnamed } from './fee-names.js';

/** Texts of the catalog in their languages, by the codes that documents name them by. */
export interface CatalogTexts {
  taxes: ReadonlyMap<string, TranslatedText>;
  sections: ReadonlyMap<string, { displayName: TranslatedText; details: TranslatedText }>;
  /** By the id of a charge, fixed charge or add-on: the texts that name it, the first that is not empty counts. */
  items: ReadonlyMap<string, TranslatedText[]>;
  /** Those of plans, by subscription. */
  plans: ReadonlyMap<string, TranslatedText[]>;
  /** By the id of a charge filter. */
  filters: ReadonlyMap<string, TranslatedText>;
  /** Those of minimum commitments, by subscription. */
  commitments: ReadonlyMap<string, TranslatedText>;
  /** By the id of a coupon. */
  coupons: ReadonlyMap<string, TranslatedText>;
}

/**
 * The text of a document in a language. A document has its own copy of a text, which may differ from that of the
 * catalog. Only the catalog's own text has its translation.
 */
function translatedText<T extends string | null>(
  shown: T,
  known: TranslatedText | undefined,
  locale: string,
): T | string {
  return known && (known.plain ?? '') === (shown ?? '') ? textIn(locale, shown, known.texts) : shown;
}

/** The name of an item in a language, unless the document has another one than the catalog. */
function itemName(shown: string, named: TranslatedText[] | undefined, locale: string): string {
  const at = named?.findIndex(({ plain }) => plain) ?? -1;
  if (!named || named[at]?.plain !== shown) return shown;
  const [translated] = named.slice(0, at + 1).flatMap(({ texts }) => textIn(locale, null, texts) ?? []);
  return translated ?? shown;
}

/** The texts that name the item of a fee. */
function textsOfFee(fee: Fee, { items, plans, commitments }: CatalogTexts): TranslatedText[] | undefined {
  switch (fee.item.type) {
    case 'commitment':
      return commitmentTexts(commitments.get(fee.svc_subscription_id ?? ''));
    case 'charge':
      return items.get(fee.svc_charge_id ?? '');
    case 'fixed_charge':
      return items.get(fee.svc_fixed_charge_id ?? '');
    case 'add_on':
      return items.get(fee.item.svc_item_id);
    case 'subscription':
      return plans.get(fee.svc_subscription_id ?? '');
    default:
      return undefined;
  }
}

/** A commitment without a display name has a name of the service, which a translation replaces. */
const commitmentTexts = (own: TranslatedText | undefined): TranslatedText[] | undefined =>
  own && [own, { plain: unnamed.commitment, texts: {} }];

/** The name of a filter; one without a display name is named by its values. */
function filterName(fee: Fee, { filters }: CatalogTexts, locale: string): string | null {
  const { filter_invoice_display_name: shown } = fee.item;
  const known = filters.get(fee.svc_charge_filter_id ?? '');
  if (!known || shown === null) return shown;
  return !known.plain || known.plain === shown ? textIn(locale, shown, known.texts) : shown;
}

function feeIn(locale: string, fee: Fee, texts: CatalogTexts): Fee {
  const { item } = fee;
  const name = itemName(item.invoice_display_name || item.name, textsOfFee(fee, texts), locale);
  return {
    ...fee,
    item: { ...item, invoice_display_name: name, filter_invoice_display_name: filterName(fee, texts, locale) },
  };
}

/** Facts with the display names of plans in the customer's language. */
export function factsIn(locale: string, facts: BillingFacts, { plans }: CatalogTexts): BillingFacts {
  if (plans.size === 0) return facts;
  const named = [...facts.plans].map(([id, plan]) => {
    const shown = plan.displayName || plan.name;
    const name = itemName(shown, plans.get(id), locale);
    return [id, name === shown ? plan : { ...plan, displayName: name }] as const;
  });
  return { ...facts, plans: new Map(named) };
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

/** An invoice with the names of its items and taxes, and the texts of its sections, in the customer's language. */
export const invoiceIn = (locale: string, invoice: SingleInvoice, texts: CatalogTexts): SingleInvoice => ({
  ...invoice,
  fees: invoice.fees.map((fee) => feeIn(locale, fee, texts)),
  applied_taxes: taxesIn(locale, invoice.applied_taxes, texts),
  credits: invoice.credits.map((credit) => {
    const { item } = credit;
    if (item.type !== 'coupon') return credit;
    return {
      ...credit,
      item: { ...item, name: translatedText(item.name, texts.coupons.get(item.svc_item_id), locale) },
    };
  }),
  applied_invoice_custom_sections: invoice.applied_invoice_custom_sections.map((section) => {
    const known = texts.sections.get(section.code);
    return {
      ...section,
      display_name: translatedText(section.display_name, known?.displayName, locale),
      details: translatedText(section.details, known?.details, locale),
    };
  }),
});

/** A credit note with the names of its items and taxes in the customer's language. */
export const creditNoteIn = (locale: string, note: CreditNote, texts: CatalogTexts): CreditNote => ({
  ...note,
  items: note.items.map((item) => ({ ...item, fee: item.fee && feeIn(locale, item.fee, texts) })),
  applied_taxes: taxesIn(locale, note.applied_taxes, texts),
});
