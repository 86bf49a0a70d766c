import { Injectable } from '@nestjs/common';
import type { CustomerStatementQuery, Email, Resend } from '@tollgate/contracts';
import { Clock, Config, Jobs, TooManyRequests } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { insertMails, queueMail, requestWaitSeconds } from '../issued-documents/mails.repository.js';
import { readRecipientsOf } from '../issued-documents/recipients.reader.js';
import { StatementsService } from '../statements/statements.service.js';
import { findMail } from './deliveries.repository.js';
import { presentEmail } from './email.presenter.js';
import { recipientsOf, refuseRecipients } from './recipients.rules.js';

/** Sends statements of account by e-mail, on request (docs/concepts/statements.md). */
@Injectable()
export class StatementResendsService {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly config: Config,
    private readonly statements: StatementsService,
  ) {}

  /**
   * Files the statement, too: the mail has its file, and leads to its page.
   * @throws NotFound, ValidationFailed, TooManyRequests above the hourly limit of requested mails
   */
  async send(
    organizationId: string,
    externalId: string,
    filters: CustomerStatementQuery,
    input: Resend,
  ): Promise<Email> {
    const now = await this.clock.now(organizationId);
    const email = await this.database.tenant(organizationId, async (transaction) => {
      const { id, customer, issuer } = await this.statements.issue(transaction, externalId, filters, now);
      const ofCustomer = await readRecipientsOf(transaction, customer.svc_id, customer.email);
      const recipients = recipientsOf(input, ofCustomer);
      refuseRecipients(recipients, ofCustomer, issuer.email);
      const wait = await requestWaitSeconds(transaction, this.config.resendsPerHour);
      if (wait > 0) throw new TooManyRequests(wait);
      const [mailId = ''] = await insertMails(transaction, [
        { kind: 'statement', subjectId: id, recipients, isRequested: true },
      ]);
      const row = await findMail(transaction, mailId);
      if (!row) throw new Error(`no mail ${mailId}`);
      return presentEmail(row);
    });
    await queueMail(this.jobs, organizationId, email.svc_id);
    return email;
  }
}
