import { documentLocales } from '@tollgate/contracts';
import { shortPage, type MailPage } from '@tollgate/platform';
import { resetWords } from './reset-words.js';

const isLocale = (text: string | null): text is (typeof documentLocales)[number] =>
  (documentLocales as readonly (string | null)[]).includes(text);

/** The mail that sets a new password, in English if its language is not stated. @param minutes how long it is valid */
export function resetPage(url: string, minutes: number, locale: string | null): MailPage {
  const language = isLocale(locale) ? locale : 'en';
  const { subject, greeting, request, button, otherwise } = resetWords[language];
  const sentence = request.replace('{minutes}', String(minutes));
  return {
    ...shortPage({ subject, preheader: sentence, sender: 'Tollgate', greeting, paragraphs: [sentence] }),
    language,
    button: { label: button, url },
    closing: [otherwise],
  };
}
