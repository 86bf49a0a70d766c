import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { readBillingEntityResource } from '@tollgate/catalog/reader';
import type { Message } from '@tollgate/contracts';
import { Jobs, OnMessage } from '@tollgate/platform';
import { findCustomerView, readEmbeddedCustomers } from '@tollgate/subscription/reader';
import { DocumentDatabase } from '../document.database.js';
import { addressesOf, insertMails, queueMail } from '../issued-documents/mails.repository.js';

/** Sends customers a mail when an alert of their own is triggered (customers, section 3.9). */
@Controller()
export class AlertMessagesController {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly jobs: Jobs,
  ) {}

  /** A customer or an issuer without an address: no mail. */
  @OnMessage(['customer.alert_triggered'], 'document')
  async onTriggered(@Payload() message: Message<'customer.alert_triggered'>): Promise<void> {
    const { customer_id: customerId, triggered_alert: alert } = message.payload;
    let mails: string[] = [];
    await this.database.handleOnce(message, async (transaction) => {
      const customer = (await readEmbeddedCustomers(transaction, [customerId])).get(customerId);
      const view = await findCustomerView(transaction, { id: customerId });
      if (!customer?.email || !view) return;
      const issuer = await readBillingEntityResource(transaction, view.billingEntity.code);
      if (!issuer.email) return;
      const recipients = { to: addressesOf(customer.email), cc: [], bcc: [] };
      const content = { customer_id: customerId, triggered_alert: alert };
      mails = await insertMails(transaction, [{ kind: 'usage_alert', subjectId: alert.svc_id, recipients, content }]);
    });
    for (const id of mails) await queueMail(this.jobs, message.organization_id, id);
  }
}
