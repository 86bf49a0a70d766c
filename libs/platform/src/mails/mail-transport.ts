import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { Config } from '../config/config.js';
import { newId } from '../ids.js';

/** A mail: plain text with attachments. */
export interface OutgoingMail {
  /** Becomes the Message-ID: recipients recognize a mail that was sent again under the same id. */
  id: string;
  to: string | string[];
  cc?: string[];
  bcc?: string[];
  /** The display name for the installation's address; absent: the installation's own. */
  fromName?: string;
  replyTo?: string;
  subject: string;
  text: string;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
}

/**
 * How long a mail server may stay silent, in milliseconds. The socket's limit exceeds the others: both run from the
 * start of a connection, and the error names the missing greeting.
 */
const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 };
const mostStored = 200;

/**
 * Sends mails to the server at `SMTP_URL`. Without one, it writes each mail to a file in the data directory (`mails/`,
 * readable by its owner only).
 */
@Injectable()
export class MailTransport implements OnApplicationShutdown {
  private readonly transport: Transporter;
  private readonly directory: string | undefined;

  constructor(private readonly config: Config) {
    this.transport = config.smtpUrl
      ? createTransport({ ...limits, requireTLS: hasPassword(config.smtpUrl), url: config.smtpUrl } as object)
      : createTransport({ streamTransport: true, buffer: true });
    this.directory = config.smtpUrl ? undefined : join(config.dataDirectory, 'mails');
  }

  /** Resolves when the server has accepted the mail. @throws the server's or the network's error */
  async send({ id, fromName, subject, ...mail }: OutgoingMail): Promise<void> {
    const { mailFrom, publicUrl } = this.config;
    const messageId = `<${id}@${new URL(publicUrl).hostname}>`;
    const address = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom;
    const from = fromName === undefined ? mailFrom : { name: oneLine(fromName), address };
    const { message } = (await this.transport.sendMail({ ...mail, from, messageId, subject: oneLine(subject) })) as {
      message?: Buffer;
    };
    if (this.directory !== undefined && message) await storeMail(this.directory, message);
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}

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
