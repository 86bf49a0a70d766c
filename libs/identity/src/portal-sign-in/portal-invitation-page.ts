import { shortPage, type MailPage } from '@tollgate/platform';
import { mailLanguage } from '../mails/mail-language.js';
import { portalInvitationWords } from './portal-invitation-words.js';

interface PortalInvitation {
  /** The name of the organization whose portal it is. */
  organization: string;
  /** The address with which the reader signs in. */
  email: string;
  /** The page where the reader signs in. */
  url: string;
}

/** The mail to a person whom a customer invites to its portal, in English if its language is not stated. */
export function portalInvitationPage({ organization, email, url }: PortalInvitation, locale: string | null): MailPage {
  const language = mailLanguage(locale);
  const { subject, greeting, request, button, otherwise } = portalInvitationWords[language];
  const filled = (text: string) => text.replaceAll('{name}', () => organization).replace('{email}', () => email);
  const sentence = filled(request);
  return {
    ...shortPage({
      subject: filled(subject),
      preheader: sentence,
      sender: organization,
      greeting,
      paragraphs: [sentence],
    }),
    language,
    button: { label: button, url },
    closing: [otherwise],
  };
}
