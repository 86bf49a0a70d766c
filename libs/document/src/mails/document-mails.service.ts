import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { JobPayload } from '@tollgate/contracts';
import { OwnRetention } from '@tollgate/identity/reader';
import {
  Clock,
  Config,
  Jobs,
  Logger,
  MailTransport,
  Parked,
  Passes,
  writeMail,
  type Delivery,
  type Instant,
  type OutgoingMail,
  type ParkedRow,
} from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { DrawnFiles } from '../drawn-files/drawn-files.service.js';
import { queueMail, type MailRow } from '../issued-documents/mails.repository.js';
import {
  claimMail,
  deleteOldMails,
  findMail,
  postponeMail,
  requeueMail,
  storeDelivery,
  waitingMails,
} from './deliveries.repository.js';
import { nextTry, openRecipients, settle } from './delivery.rules.js';
import { presentEmail } from './email.presenter.js';
import { attachmentName, MailComposer } from './mail-composer.service.js';
import { senderOf } from './sender.rules.js';
import { threadOf } from './threads.rules.js';

const parallelJobs = 2;
const deletedAtOnce = 500;
/** After a try without an answer, this process tries no other mail for so long, in milliseconds. */
const pauseMs = 30_000;

/**
 * Sends mails to customers (webhooks, section 7). A try goes to the recipients that the mail has not reached yet.
 * Refused mails are parked, and a webhook reports them; all others are tried again, for four days.
 */
@Injectable()
export class DocumentMails implements OnApplicationBootstrap {
  private pausedUntil = 0;

  constructor(
    private readonly database: DocumentDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly composer: MailComposer,
    private readonly files: DrawnFiles,
    private readonly transport: MailTransport,
    private readonly config: Config,
    private readonly parked: Parked,
    private readonly passes: Passes,
    private readonly logger: Logger,
    private readonly retention: OwnRetention,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('document-mail', (payload) => this.send(payload), parallelJobs);
    this.parked.register('document', 'mail', { retry: (item) => this.retry(item) });
    await this.jobs.reconcileEvery('document-mail-sweep', () => this.reconcile());
  }

  /** Tries a due mail once, and schedules its next try. */
  async send({ organization_id: organizationId, mail_id: id }: JobPayload<'document-mail'>): Promise<void> {
    const now = Date.now();
    if (now < this.pausedUntil) return this.postpone(organizationId, id);
    const mail = await this.database.tenant(organizationId, (transaction) => claimMail(transaction, id));
    if (!mail) return;
    const delivery = await this.deliver(mail);
    if (delivery.unreachable) this.pausedUntil = Date.now() + pauseMs;
    await this.settle(mail, delivery);
  }

  /** Hands a claimed mail to the server. A mail that cannot be written is not tried: its job fails. */
  private async deliver(mail: MailRow): Promise<Delivery> {
    const { organization_id: organizationId, id } = mail;
    try {
      const outgoing = await this.write(mail, await this.clock.now(organizationId));
      return await this.transport.send({ ...outgoing, only: openRecipients(mail) });
    } catch (error) {
      await this.database.tenant(organizationId, (transaction) => postponeMail(transaction, id, Date.now(), true));
      throw error;
    }
  }

  private async write(mail: MailRow, now: Instant): Promise<OutgoingMail> {
    const { organization_id: organizationId, id, kind, subject_id: subjectId, recipients } = mail;
    const { page, issuerEmail, invoiceIds, attached, eInvoice } = await this.database.tenant(
      organizationId,
      (transaction) => this.composer.compose(transaction, mail, now),
    );
    const attachments: OutgoingMail['attachments'] = [];
    for (const row of attached)
      attachments.push({
        filename: attachmentName(row, 'pdf'),
        content: (await this.files.fileOf(organizationId, row.id, { patient: true })).content,
        contentType: 'application/pdf',
      });
    if (eInvoice) attachments.push(eInvoice);
    const sender = senderOf(issuerEmail, this.config.mailDomains, organizationId);
    const thread = threadOf({ id, kind, subjectId, isRequested: mail.asked_for }, invoiceIds);
    return { ...recipients, ...writeMail(page), ...thread, fromName: page.sender, ...sender, attachments };
  }

  /** Stores the outcome; reports and parks a refused mail in the same transaction. */
  private async settle(mail: MailRow, delivery: Delivery): Promise<void> {
    const { organization_id: organizationId, id } = mail;
    const at = new Date();
    const settled = settle(mail, delivery, at.getTime());
    const [first] = [...settled.delayed, ...settled.refused];
    if (first)
      this.logger.warn('mail not accepted', { mail_id: id, kind: mail.kind, code: first.code, error: delivery.error });
    const now = await this.clock.now(organizationId);
    await this.database.tenant(organizationId, async (transaction) => {
      const stored = await storeDelivery(transaction, mail, settled, at);
      if (stored.refused_at === null) return;
      await transaction.append('email.refused', id, { email_id: id, email: presentEmail(stored) }, now);
      await this.parked.park(transaction, {
        service: 'document',
        kind: 'mail',
        organizationId,
        key: id,
        payload: { kind: mail.kind, subject_id: mail.subject_id },
        tries: stored.tries,
        reason: first?.code == null ? 'no_answer' : `smtp_${first.code}`,
        details: first?.reason ?? '',
      });
    });
    if (settled.nextTryAt !== null) await queueMail(this.jobs, organizationId, id, settled.nextTryAt);
  }

  /** The server does not answer: the mail waits as after a try of its own, without holding a worker. */
  private async postpone(organizationId: string, id: string): Promise<void> {
    const nextTryAt = await this.database.tenant(organizationId, async (transaction) => {
      const mail = await findMail(transaction, id);
      if (!mail || mail.sent_at !== null || mail.refused_at !== null) return null;
      const at = nextTry(mail, Date.now());
      await postponeMail(transaction, id, at, false);
      return at;
    });
    if (nextTryAt !== null) await queueMail(this.jobs, organizationId, id, nextTryAt);
  }

  /** An operator's retry: the refused recipients are tried at once. A new refusal parks the mail again. */
  private async retry({ organization_id: organizationId, key: id }: ParkedRow): Promise<void> {
    await this.database.tenant(organizationId, (transaction) => requeueMail(transaction, id, new Date()));
    await this.send({ organization_id: organizationId, request_id: null, mail_id: id });
  }

  /** Queues mails whose job was lost, and deletes old ones. */
  private async reconcile(): Promise<void> {
    await this.passes.steps('document-mail-sweep', {
      waiting: () => this.queueWaiting(),
      old: () =>
        this.database.everyTenant((transaction) =>
          deleteOldMails(transaction, this.retention.oldest('mails'), deletedAtOnce),
        ),
      own: () => this.retention.remove(this.database, 'mails', deleteOldMails),
    });
  }

  private async queueWaiting(): Promise<void> {
    await this.passes.each(
      {
        name: 'document-mail-sweep',
        failure: 'a mail was not queued; it stays due',
        about: ({ organization_id, id }) => ({ organization_id, mail_id: id }),
      },
      await this.database.everyTenant(waitingMails),
      ({ organization_id, id }) => queueMail(this.jobs, organization_id, id),
    );
  }
}
