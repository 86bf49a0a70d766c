import type { OutgoingMail } from '../mail-transport.js';
import { mailHtml } from './mail-html.js';
import type { MailPage } from './mail-page.js';
import { mailPlain } from './mail-plain.js';

/** The Content-ID of a logo: unique within its mail, and a mail has one. */
const logoId = 'logo@tollgate';

/** Signs that change the direction of the text behind them: a name could show another subject. */
const directions = /[\u202a-\u202e\u2066-\u2069]/g;

/** Writes both parts of a mail, and attaches its logo. A pure function of the page. */
export function writeMail(page: MailPage): Pick<OutgoingMail, 'subject' | 'text' | 'html' | 'logo'> {
  const { logo } = page;
  return {
    subject: page.subject.replace(directions, ''),
    text: mailPlain(page),
    html: mailHtml(page, logo ? logoId : null),
    ...(logo ? { logo: { cid: logoId, content: logo.png } } : {}),
  };
}
