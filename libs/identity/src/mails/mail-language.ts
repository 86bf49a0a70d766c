import { documentLanguageOf, type DocumentLanguage } from '@tollgate/contracts';

export type MailLanguage = DocumentLanguage;

/** The language of a mail: that of a caller, else English. */
export function mailLanguage(locale: string | null): MailLanguage {
  return documentLanguageOf(locale) ?? 'en';
}
