import type { WebhookEndpoint } from '@tollgate/contracts';
import { mailLanguage } from '../mails/mail-language.js';
import type { Mail } from '../mails/mails.js';
import { noticeWords } from './notice-words.js';

/** The host alone: paths and queries of receivers may hold secrets. */
const named = ({ name, webhook_url: url }: Pick<WebhookEndpoint, 'name' | 'webhook_url'>): string => {
  const { host } = new URL(url);
  return name === null || name.trim() === '' ? host : `${name.trim()} (${host})`;
};

const timeOf = (iso: string, locale: string): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`;

/** The mail about an endpoint, in English if the organization's language is unknown. */
export function endpointNotice(
  type: 'webhook_endpoint.paused' | 'webhook_endpoint.resumed',
  endpoint: Pick<WebhookEndpoint, 'name' | 'webhook_url' | 'pause'>,
  language: string | null,
): Omit<Mail, 'to' | 'bcc'> {
  const locale = mailLanguage(language);
  const words = noticeWords[locale];
  const { subject, paragraphs } = type === 'webhook_endpoint.paused' ? words.paused : words.resumed;
  const since = timeOf(endpoint.pause?.since ?? new Date().toISOString(), locale);
  const filled = (text: string) =>
    text.replaceAll('{endpoint}', () => named(endpoint)).replaceAll('{since}', () => since);
  return { subject: filled(subject), text: paragraphs.map(filled).join('\n\n'), locale, greeting: words.greeting };
}
