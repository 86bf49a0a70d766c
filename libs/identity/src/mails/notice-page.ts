import { shortPage, type MailPage } from '@tollgate/platform';
import type { MailContent } from '../identity.tables.js';

/**
 * The page of a short notice.
 * @param notice its text has paragraphs, with an empty line between them
 * @param language null for English
 */
export function noticePage(
  { subject, text, greeting = 'Hello,' }: Omit<MailContent, 'bcc'>,
  language: string | null,
): MailPage {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
  const page = shortPage({ subject, preheader: paragraphs[0] ?? '', sender: 'Tollgate', greeting, paragraphs });
  return language === null ? page : { ...page, language };
}
