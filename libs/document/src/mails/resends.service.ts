import { Injectable } from '@nestjs/common';
import type { Resend } from '@tollgate/contracts';
import {
  readCreditNoteWebhookResources,
  findCreditNoteResource,
  readPayableInvoices,
} from '@tollgate/invoicing/reader';
import { readPaymentReceiptResources } from '@tollgate/payment/reader';
import {
  Clock,
  Config,
  isId,
  Jobs,
  NotAllowed,
  NotFound,
  TooManyRequests,
  type Repetition,
  type TenantTransaction,
} from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { issuedReaders } from '../issued-documents/issued-documents.reader.js';
import { insertMails, queueMail, settingOf, requestWaitSeconds } from '../issued-documents/mails.repository.js';
import { readRecipientsOf } from '../issued-documents/recipients.reader.js';
import { addStep, latestMailOf } from './deliveries.repository.js';
import type { DocumentKind } from '../tables/document.tables.js';
import { recipientsOf, refuseRecipients } from './recipients.rules.js';

type SubjectStatus = 'unknown' | 'not_final' | 'final';

/** Reads the status of a document's subject, as the API shows it. */
const subjectStatuses: Record<DocumentKind, (transaction: TenantTransaction, id: string) => Promise<SubjectStatus>> = {
  invoice: async (transaction, id) => {
    const [invoice] = await readPayableInvoices(transaction, [id]);
    if (!invoice) return 'unknown';
    return invoice.status === 'finalized' ? 'final' : 'not_final';
  },
  credit_note: async (transaction, id) => {
    if (await findCreditNoteResource(transaction, id)) return 'final';
    return (await readCreditNoteWebhookResources(transaction, [id])).has(id) ? 'not_final' : 'unknown';
  },
  payment_receipt: async (transaction, id) =>
    (await readPaymentReceiptResources(transaction, [id])).has(id) ? 'final' : 'unknown',
};

/** Resends documents by e-mail (webhooks, section 7). */
@Injectable()
export class ResendsService {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly config: Config,
  ) {}

  /**
   * @param once the key under which it is done once
   * @throws NotFound, NotAllowed, ValidationFailed in the reference's order; TooManyRequests above the hourly limit
   */
  async resend(
    organizationId: string,
    kind: DocumentKind,
    rawId: string,
    input: Resend,
    once?: Repetition,
  ): Promise<void> {
    if (!isId(rawId)) throw new NotFound(kind);
    const id = rawId.toLowerCase();
    const now = await this.clock.now(organizationId);
    const mails = await this.database.createOnce(organizationId, once, async (transaction) => {
      const status = await subjectStatuses[kind](transaction, id);
      if (status === 'unknown') throw new NotFound(kind);
      if (status === 'not_final') throw new NotAllowed(`${kind}_not_finalized`);
      const issued = (await issuedReaders[kind](transaction, [id], now)).get(id);
      if (!issued) throw new NotFound(kind);
      if (!issued.issuer.email_settings.includes(settingOf[kind])) throw new NotAllowed('email_settings_disabled');
      const ofCustomer = await readRecipientsOf(transaction, issued.customerId, issued.email);
      const recipients = recipientsOf(input, ofCustomer);
      refuseRecipients(recipients, ofCustomer, issued.issuer.email);
      const wait = await requestWaitSeconds(transaction, this.config.resendsPerHour);
      if (wait > 0) throw new TooManyRequests(wait);
      const latest = await latestMailOf(transaction, id);
      if (latest)
        await addStep(transaction, latest.id, { status: 'resent', at: new Date().toISOString(), reason: null });
      return insertMails(transaction, [{ kind, subjectId: id, recipients, isRequested: true }]);
    });
    for (const mail of mails) await queueMail(this.jobs, organizationId, mail);
  }
}
