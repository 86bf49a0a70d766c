import { Injectable } from '@nestjs/common';
import type { Email, EmailFilters, Meta } from '@tollgate/contracts';
import { Config, isId, Jobs, NotAllowed, NotFound, TooManyRequests, type TenantTransaction } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { insertMails, queueMail, requestWaitSeconds, type MailRow } from '../issued-documents/mails.repository.js';
import { addStep, findMail, listMails } from './deliveries.repository.js';
import { presentEmail } from './email.presenter.js';

/** The delivery log of e-mails to customers (webhooks, section 7). */
@Injectable()
export class EmailsService {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly jobs: Jobs,
    private readonly config: Config,
  ) {}

  async list(organizationId: string, filters: EmailFilters): Promise<{ emails: Email[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listMails(transaction, filters);
      return { emails: rows.map(presentEmail), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<Email> {
    return this.database.tenant(organizationId, async (transaction) => presentEmail(await find(transaction, id)));
  }

  /**
   * Sends a mail again, as a new one.
   * @throws NotFound; NotAllowed for a queued one; TooManyRequests above the hourly limit
   */
  async resend(organizationId: string, id: string): Promise<Email> {
    const email = await this.database.tenant(organizationId, async (transaction) => {
      const { kind, subject_id: subjectId, recipients, content, ...mail } = await find(transaction, id);
      if (mail.sent_at === null && mail.refused_at === null) throw new NotAllowed('email_is_queued');
      const wait = await requestWaitSeconds(transaction, this.config.resendsPerHour);
      if (wait > 0) throw new TooManyRequests(wait);
      const [newId = ''] = await insertMails(transaction, [
        { kind, subjectId, recipients, content, isRequested: true },
      ]);
      await addStep(transaction, mail.id, { status: 'resent', at: new Date().toISOString(), reason: null });
      return presentEmail(await find(transaction, newId));
    });
    await queueMail(this.jobs, organizationId, email.svc_id);
    return email;
  }
}

async function find(transaction: TenantTransaction, rawId: string): Promise<MailRow> {
  const mail = isId(rawId) ? await findMail(transaction, rawId.toLowerCase()) : undefined;
  if (!mail) throw new NotFound('email');
  return mail;
}
