import { documentLocales } from '@tollgate/contracts';

export type MailLanguage = (typeof documentLocales)[number];

/** The language of a mail: that of a caller, else English. */
export function mailLanguage(locale: string | null): MailLanguage {
  return documentLocales.find((language) => language === locale) ?? 'en';
}
