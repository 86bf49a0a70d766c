import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  Jobs,
  Logger,
  MailNotAccepted,
  MailTransport,
  Parked,
  parkedReasonOf,
  type ParkedRow,
} from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { Mails } from './mails.js';
import { deleteMail, findMail, holdMail, organizationOfPerson, takeMail, type MailRow } from './mails.repository.js';

const everyMs = 2_000;
/** Parallel mails, and most mails of one round; the next round begins soon. */
const concurrency = 4;
const mostOfRound = 400;
/** About five hours. */
const mostTries = 12;

/**
 * Sends waiting mails, oldest first, and retries them with growing delays. It parks mails that are refused for good
 * or continue to fail, for operators to retry or discard. If a process stops right after the server accepted a mail,
 * the mail is sent twice under one Message-ID.
 */
@Injectable()
export class MailDelivery implements OnApplicationBootstrap {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly mails: Mails,
    private readonly transport: MailTransport,
    private readonly jobs: Jobs,
    private readonly parked: Parked,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.parked.register('identity', 'mail', {
      retry: (item) => this.retry(item),
      discard: ({ key }) => this.database.everyTenant((transaction) => deleteMail(transaction, key)),
    });
    this.jobs.work('mail-delivery', () => this.deliver(), 1);
    await this.jobs.every('mail-delivery', everyMs, {});
  }

  private async deliver(): Promise<void> {
    let left = mostOfRound;
    const sendWaiting = async () => {
      while (left-- > 0) {
        const row = await this.database.everyTenant(takeMail);
        if (!row) return;
        await this.trySend(row).catch((error: unknown) =>
          this.logger.error('a failed mail was not recorded yet; trying again', { mail_id: row.id, error }),
        );
      }
    };
    await Promise.all(Array.from({ length: concurrency }, sendWaiting));
  }

  private async trySend(row: MailRow): Promise<void> {
    try {
      await this.send(row);
    } catch (error) {
      this.logger.warn('mail not sent', { mail_id: row.id, kind: row.kind, tries: row.tries, error });
      if (row.tries >= mostTries || (error instanceof MailNotAccepted && error.isFinal)) await this.giveUp(row, error);
    }
  }

  private async send(row: MailRow): Promise<void> {
    const mail = await this.mails.write(row);
    const delivery = mail && (await this.transport.send({ id: row.id, ...mail }));
    // One reader of several is enough: no reader receives a mail twice.
    if (delivery && delivery.accepted.length === 0) throw new MailNotAccepted(delivery);
    await this.database.everyTenant((transaction) => deleteMail(transaction, row.id));
  }

  private async retry({ key }: ParkedRow): Promise<void> {
    const row = await this.database.everyTenant((transaction) => findMail(transaction, key));
    if (row) await this.send(row);
  }

  /** Parks first: a mail sent twice is better than a lost one. */
  private async giveUp(row: MailRow, error: unknown): Promise<void> {
    const organizationId =
      row.organization_id ??
      (await this.database.everyTenant((transaction) => organizationOfPerson(transaction, row.recipient)));
    if (organizationId === undefined) {
      await this.database.everyTenant((transaction) => deleteMail(transaction, row.id));
      return;
    }
    await this.database.tenant(organizationId, (transaction) =>
      this.parked.park(transaction, {
        service: 'identity',
        kind: 'mail',
        organizationId,
        key: row.id,
        payload: { kind: row.kind, subject: row.content?.subject ?? null },
        tries: row.tries,
        ...parkedReasonOf(error),
      }),
    );
    await this.database.everyTenant((transaction) => holdMail(transaction, row.id));
  }
}
