import { shortPage, type MailPage } from '@tollgate/platform';
import { mailLanguage } from '../mails/mail-language.js';
import { resetWords } from './reset-words.js';

/** The mail that sets a new password, in English if its language is not stated. @param minutes how long it is valid */
export function resetPage(url: string, minutes: number, locale: string | null): MailPage {
  const language = mailLanguage(locale);
  const { subject, greeting, request, button, otherwise } = resetWords[language];
  const sentence = request.replace('{minutes}', String(minutes));
  return {
    ...shortPage({ subject, preheader: sentence, sender: 'Tollgate', greeting, paragraphs: [sentence] }),
    language,
    button: { label: button, url },
    closing: [otherwise],
  };
}
