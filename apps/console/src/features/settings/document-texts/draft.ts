import type { components } from '../../../api/schema.js';

export type BillingEntity = components['schemas']['BillingEntity'];
type Mentions = BillingEntity['legal_mentions'];
export type Change = components['schemas']['BillingEntityUpdate'];

/** The texts of an issuer that have languages, by the name of their fields. */
export const textFields = ['payment_terms', 'invoice_footer', 'email_text'] as const;
export type TextField = (typeof textFields)[number];

/** The texts and mentions under edit, by language; '' stands for every other language. */
export interface Draft {
  texts: Record<TextField, Record<string, string>>;
  mentions: Mentions;
  /** A data URI; undefined leaves the logo, null removes it. */
  logo: string | null | undefined;
}

export const draftOf = (entity: BillingEntity): Draft => ({
  texts: {
    payment_terms: { ...entity.payment_terms_translations, '': entity.payment_terms ?? '' },
    invoice_footer: { ...entity.invoice_footer_translations, '': entity.invoice_footer ?? '' },
    email_text: { ...entity.email_text_translations, '': entity.email_text ?? '' },
  },
  mentions: entity.legal_mentions,
  logo: undefined,
});

/** Sets a text in a language. */
export const withText = (draft: Draft, field: TextField, language: string, text: string): Draft => ({
  ...draft,
  texts: { ...draft.texts, [field]: { ...draft.texts[field], [language]: text } },
});

/** The fields of a change that has the texts of a draft. Mentions that a country does not know stay out of it. */
export function changeOf({ texts, mentions, logo }: Draft, isFrench: boolean): Change {
  const partsOf = ({ '': plain = '', ...translations }: Record<string, string>) => ({ plain, translations });
  const [terms, footer, mail] = textFields.map((field) => partsOf(texts[field]));
  const { vat_on_debits, operation_category, ...everywhere } = mentions;
  return {
    payment_terms: terms?.plain ?? '',
    payment_terms_translations: terms?.translations ?? {},
    email_text: mail?.plain ?? '',
    email_text_translations: mail?.translations ?? {},
    billing_configuration: {
      invoice_footer: footer?.plain ?? '',
      invoice_footer_translations: footer?.translations ?? {},
    },
    legal_mentions: { ...everywhere, ...(isFrench ? { vat_on_debits, operation_category } : {}) },
    ...(logo === undefined ? {} : { logo }),
  };
}

/** A rate as people write it, with a point or a comma; null for none. */
export function rateOf(text: string): number | null {
  const rate = Number(text.replace(',', '.'));
  return text.trim() === '' || Number.isNaN(rate) ? null : rate;
}
