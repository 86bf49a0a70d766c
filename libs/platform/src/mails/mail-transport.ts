import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { Config } from '../config/config.js';
import { newId } from '../ids.js';
import { TransferTrace } from './transfer-trace.js';
import { deliveredTo, failedTo, type Delivery } from './smtp-outcome.js';

/** A mail: plain text, the same in HTML, and attachments. */
export interface OutgoingMail {
  /** Becomes the Message-ID: recipients recognize a mail that was sent again under the same id. */
  id: string;
  /**
   * The ids of the mails that it follows: mail programs show them as one thread. The first one names the thread, since
   * a mail with several parents has no agreed form of `References` (RFC 5322, section 3.6.4).
   */
  follows?: string[];
  to: string | string[];
  cc?: string[];
  bcc?: string[];
  /** The display name for the installation's address; absent: the installation's own. */
  fromName?: string;
  /** The sender's address instead of the installation's, where the server may send for its domain. */
  fromAddress?: string;
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  /** The image that the HTML part shows by `cid:`. */
  logo?: { cid: string; content: Buffer };
  attachments?: { filename: string; content: Buffer; contentType: string }[];
  /** The recipients of this try; absent: all. No reader receives a mail twice. */
  only?: string[];
}

/**
 * How long a mail server may stay silent, in milliseconds. The socket's limit exceeds the others, as servers check the
 * content before they answer. A mail that is given up meanwhile would reach its readers twice.
 */
const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 120_000 };
/**
 * No person wrote these mails, so no program answers them (RFC 3834, section 5). They have no `List-Unsubscribe`: they
 * are transactional. A customer owes what an invoice states and cannot opt out of it. People request resets
 * themselves.
 */
const headers = { 'Auto-Submitted': 'auto-generated' };
const mostStored = 200;

/**
 * Sends mails to the server at `SMTP_URL`. Without one, it writes each mail to a file in the data directory (`mails/`,
 * readable by its owner only).
 */
@Injectable()
export class MailTransport {
  private readonly settings: object;
  private readonly composer: Transporter = createTransport({ streamTransport: true, buffer: true });
  private readonly directory: string | undefined;

  constructor(private readonly config: Config) {
    const { smtpUrl = '' } = config;
    this.settings = smtpUrl === '' ? {} : { ...limits, requireTLS: hasPassword(smtpUrl), url: smtpUrl };
    this.directory = config.smtpUrl ? undefined : join(config.dataDirectory, 'mails');
  }

  /** Hands a mail to the server. @returns what became of it, by recipient; no fault of a server throws */
  async send(mail: OutgoingMail): Promise<Delivery> {
    const addresses = mail.only ?? recipientsOf(mail);
    if (addresses.length === 0) return { accepted: [], refused: [], delayed: [], unreachable: false, error: null };
    const content = await this.compose(mail);
    if (this.directory !== undefined) {
      await storeMail(this.directory, content);
      return deliveredTo(addresses, {});
    }
    const trace = new TransferTrace();
    const transport = createTransport({ ...this.settings, logger: trace } as object);
    try {
      const message = { envelope: { from: mail.fromAddress ?? this.address(), to: addresses }, raw: content };
      return deliveredTo(addresses, await transport.sendMail(message));
    } catch (error) {
      return failedTo(addresses, error, trace.isComplete);
    }
  }

  /** Writes the message. A file names blind copies, as it is the only trace of them; a sent message never does. */
  private async compose(outgoing: OutgoingMail): Promise<Buffer> {
    const { id, follows = [], fromName, fromAddress, subject, logo, only: _, ...mail } = outgoing;
    const { mailFrom, publicUrl } = this.config;
    const { hostname } = new URL(publicUrl);
    const [thread, ...others] = follows.map((one) => `<${one}@${hostname}>`);
    const address = fromAddress ?? this.address();
    const from = fromName === undefined ? mailFrom : { name: oneLine(fromName), address };
    const { message } = (await this.composer.sendMail({
      ...mail,
      bcc: this.directory === undefined ? [] : (mail.bcc ?? []),
      attachments: [...(logo ? [logoPart(logo)] : []), ...(mail.attachments ?? [])],
      from,
      headers,
      messageId: `<${id}@${hostname}>`,
      ...(thread === undefined ? {} : { references: thread, inReplyTo: [thread, ...others].join(' ') }),
      subject: oneLine(subject),
    })) as { message: Buffer };
    return message;
  }

  /** The address of the installation. */
  private address(): string {
    return /<([^<>]+)>\s*$/.exec(this.config.mailFrom)?.[1] ?? this.config.mailFrom;
  }
}

const recipientsOf = ({ to, cc = [], bcc = [] }: OutgoingMail): string[] => [
  ...new Set([to, cc, bcc].flat().map((address) => address.trim())),
];

const logoPart = ({ cid, content }: { cid: string; content: Buffer }) => ({
  filename: 'logo.png',
  content,
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
  cid,
});

/** A password requires encryption, unless the address says `requireTLS=false`. */
const hasPassword = (url: string): boolean => new URL(url).password !== '';

/** Removes characters from a header's text that would break its line, also after decoding. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

async function storeMail(directory: string, message: Buffer): Promise<void> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, `${newId()}.eml`);
  await writeFile(`${file}.new`, message, { mode: 0o600 });
  await rename(`${file}.new`, file);
  // Names sort by time.
  const old = readdirSync(directory)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .slice(0, -mostStored);
  for (const name of old) rmSync(join(directory, name), { force: true });
}
