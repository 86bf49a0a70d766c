import { shortPage, type MailPage } from '@tollgate/platform';

/** The page of a short notice. @param text paragraphs, with an empty line between them */
export function noticePage(subject: string, text: string): MailPage {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
  return shortPage({ subject, preheader: paragraphs[0] ?? '', sender: 'Tollgate', greeting: 'Hello,', paragraphs });
}
