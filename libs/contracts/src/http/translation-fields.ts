import { z } from 'zod';
import { bounds } from './bounds.js';
import { described, type FieldText } from './texts.js';

/** A text in further languages, by BCP 47 tag: `{"de": "Umsatzsteuer", "de-CH": "MWST"}`. */
export type Translations = Record<string, string>;

/** A plain text with its translations. */
export interface TranslatedText {
  plain: string | null;
  texts: Translations;
}

const mostLanguages = 20;
/** A language with a script or a region, or both: `de`, `de-CH`, `zh-Hant-TW`. */
const tagPattern = /^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$/;

/** The text of such a field. @param example a language and its text: `de=Umsatzsteuer` */
export const byLanguage = (example: string): FieldText => [
  'Texts by language, such as `{"de": "Umsatzsteuer"}`: documents have that of the customer',
  example,
];

const canonical = (tag: string): string => (tagPattern.test(tag) ? (Intl.getCanonicalLocales(tag)[0] ?? tag) : tag);
const isEmpty = (text: unknown): boolean => typeof text === 'string' && text.trim() === '';

/** Tags in their usual case, without empty texts. Its bound counts all sent languages. */
function sentTexts(value: unknown, context: z.RefinementCtx): Record<string, unknown> | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const sent = Object.entries(value);
  if (sent.length > mostLanguages) context.addIssue({ code: 'custom', message: 'value_is_too_long' });
  if (sent.some(([tag]) => !tagPattern.test(tag))) context.addIssue({ code: 'custom', message: 'value_is_invalid' });
  return Object.fromEntries(sent.flatMap(([tag, text]) => (isEmpty(text) ? [] : [[canonical(tag), text]])));
}

/**
 * Optional texts by language, beside a plain text with the same bound. They replace all stored ones; null counts as
 * absent. A wrong tag or text answers `value_is_invalid`; too many languages, or a text that is too long,
 * `value_is_too_long`.
 */
export const translations = (maximum: number = bounds.line) =>
  z
    .preprocess(
      sentTexts,
      z
        .record(
          z.string().regex(tagPattern),
          z.string({ error: 'value_is_invalid' }).max(maximum, 'value_is_too_long'),
          { error: 'value_is_invalid' },
        )
        .meta({ maxProperties: mostLanguages })
        .optional(),
    )
    .optional()
    .meta({ otherwise: 'noObjectIsAbsent' });

/** The stored texts, in an answer. @param example a language and its text */
export const translated = (example: string) => described(z.record(z.string(), z.string()), ...byLanguage(example));

/** Selects the text of a language, else that of the language without its region, else the plain text (webhooks, section 8). */
export function textIn<T extends string | null>(locale: string, plain: T, texts: Translations): T | string {
  const [language = ''] = locale.split('-');
  return texts[locale] ?? texts[language] ?? plain;
}
