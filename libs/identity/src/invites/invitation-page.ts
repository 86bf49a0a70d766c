import { shortPage, type MailPage } from '@tollgate/platform';
import { mailLanguage } from '../mails/mail-language.js';
import { invitationWords } from './invitation-words.js';

/** The content of an invitation. */
export interface Invitation {
  organization: string;
  /** Where the reader accepts it. */
  url: string;
  expiresAt: Date;
}

/** The mail of an invitation, in English if its language is not stated. */
export function invitationPage({ organization, url, expiresAt }: Invitation, locale: string | null): MailPage {
  const language = mailLanguage(locale);
  const words = invitationWords[language];
  // A reader in another time zone may have some hours more or less.
  const day = expiresAt.toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
  const filled = (sentence: string): string =>
    sentence.replaceAll(/\{(organization|day)\}/g, (_, name: string) => (name === 'day' ? day : organization));
  const sentence = filled(words.request);
  return {
    ...shortPage({
      subject: filled(words.subject),
      preheader: sentence,
      sender: 'Tollgate',
      greeting: words.greeting,
      paragraphs: [sentence],
    }),
    language,
    button: { label: words.button, url },
    closing: [words.otherwise],
  };
}
