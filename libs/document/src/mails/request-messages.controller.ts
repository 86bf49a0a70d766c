import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { readBillingEntityResource } from '@tollgate/catalog/reader';
import type { Message } from '@tollgate/contracts';
import { readPaymentRequestForMail } from '@tollgate/payment/reader';
import { Jobs, OnMessage } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { addressesOf, insertMails, queueMail } from '../issued-documents/mails.repository.js';

type RequestMessage = Message<'payment_request.created' | 'payment_request.payment_failure'>;

/** Sends payment requests by e-mail without a provider, or after its refusal (webhooks, sections 7 and 16). */
@Controller()
export class RequestMessagesController {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly jobs: Jobs,
  ) {}

  @OnMessage(['payment_request.created', 'payment_request.payment_failure'], 'document')
  async onRequest(@Payload() message: RequestMessage): Promise<void> {
    const subjectId = message.payload.payment_request_id;
    let mails: string[] = [];
    await this.database.handleOnce(message, async (transaction) => {
      const { request, bcc, charged } = await readPaymentRequestForMail(transaction, subjectId);
      const [invoice] = request.invoices;
      if (!request.email || !invoice || (charged && message.type === 'payment_request.created')) return;
      const issuer = await readBillingEntityResource(transaction, invoice.billing_entity_code);
      if (!issuer.email) return;
      const recipients = { to: addressesOf(request.email), cc: [], bcc };
      mails = await insertMails(transaction, [{ kind: 'payment_request', subjectId, recipients }]);
    });
    for (const id of mails) await queueMail(this.jobs, message.organization_id, id);
  }
}
