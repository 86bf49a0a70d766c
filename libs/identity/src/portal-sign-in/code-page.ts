import { shortPage, type MailPage } from '@tollgate/platform';
import { mailLanguage } from '../mails/mail-language.js';
import { codeWords } from './code-words.js';

interface CodeMail {
  /** Eight digits. */
  code: string;
  /** The organization whose portal it opens. */
  name: string;
  /** How long it is valid. */
  minutes: number;
  /** In English if it is not stated. */
  locale: string | null;
}

/** The mail with a code that opens the customer portal (customers, section 3.7). */
export function codePage({ code, name, minutes, locale }: CodeMail): MailPage {
  const language = mailLanguage(locale);
  const { subject, greeting, request, otherwise } = codeWords[language];
  const filled = (text: string) => text.replaceAll('{name}', () => name).replace('{minutes}', String(minutes));
  const sentence = filled(request);
  const shown = `${code.slice(0, 4)} ${code.slice(4)}`;
  return {
    ...shortPage({
      subject: filled(subject),
      preheader: sentence,
      sender: name,
      greeting,
      paragraphs: [sentence, shown],
    }),
    language,
    closing: [otherwise],
  };
}
