import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { Config, Logger, newId } from '@tollgate/platform';

/** A mail to people: plain text. */
export interface Mail {
  to: string;
  bcc?: string[];
  subject: string;
  text: string;
}

const timeoutMs = 10_000;
const pausesMs = [1_000, 10_000];
const mostUnderWay = 100;
const mostKept = 200;

/**
 * Mails that leave for people. With `SMTP_URL` they go to that server; without, each is a file of its own in the data
 * directory (`mails/`, readable by its owner only), where whoever runs the service finds it.
 */
@Injectable()
export class Mails implements BeforeApplicationShutdown {
  private readonly transport: Transporter;
  private readonly directory: string | undefined;
  private readonly underWay = new Set<Promise<void>>();
  private readonly stopped = new AbortController();

  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
  ) {
    this.transport = config.smtpUrl
      ? createTransport(config.smtpUrl, { connectionTimeout: timeoutMs, socketTimeout: timeoutMs } as object)
      : createTransport({ streamTransport: true, buffer: true });
    this.directory = config.smtpUrl ? undefined : join(config.dataDirectory, 'mails');
  }

  /**
   * Sends a mail, and does not wait until it is gone: nobody learns from the time whether there was one. What cannot be
   * sent after some tries is told in the log, without its text, and asked for again by whom it was for.
   */
  send(mail: Mail): void {
    if (this.underWay.size >= mostUnderWay) {
      this.logger.warn('mail not sent: too many are under way', { subject: mail.subject });
      return;
    }
    const sent: Promise<void> = this.trySend(mail).finally(() => this.underWay.delete(sent));
    this.underWay.add(sent);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    await Promise.all(this.underWay);
    this.transport.close();
  }

  private async trySend(mail: Mail): Promise<void> {
    for (const pause of [...pausesMs, null]) {
      try {
        return await this.deliver(mail);
      } catch (error) {
        if (pause === null || this.stopped.signal.aborted) {
          this.logger.warn('mail not sent', { subject: mail.subject, code: codeOf(error) });
          return;
        }
        await sleep(pause, undefined, { signal: this.stopped.signal }).catch(() => undefined);
      }
    }
  }

  private async deliver(mail: Mail): Promise<void> {
    const { message } = (await this.transport.sendMail({ from: this.config.mailFrom, ...mail })) as {
      message?: Buffer;
    };
    if (this.directory === undefined || !message) return;
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    const file = join(this.directory, `${newId()}.eml`);
    await writeFile(`${file}.new`, message, { mode: 0o600 });
    await rename(`${file}.new`, file);
    // Names sort by time.
    const old = readdirSync(this.directory)
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .slice(0, -mostKept);
    for (const name of old) rmSync(join(this.directory, name), { force: true });
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? 'unknown';
