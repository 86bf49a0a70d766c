import { Injectable } from '@nestjs/common';
import { isBlank, type Message } from '@tollgate/contracts';
import { CommandBus } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { adminsOf } from '../mails/admin-mails.js';
import { Mails } from '../mails/mails.js';
import { endpointNotice } from './endpoint-notice.js';

export type EndpointMessage = Message<'webhook_endpoint.paused' | 'webhook_endpoint.resumed'>;

/** Mails an organization that one of its webhook endpoints is paused, or answers again (webhooks, section 2). */
@Injectable()
export class EndpointNotices {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly commands: CommandBus,
    private readonly mails: Mails,
  ) {}

  /** Queues the mail to the organization's address in its language; without an address, to its admins. */
  async notify(message: EndpointMessage): Promise<void> {
    const { billing_entity: entity } = await this.commands.send('catalog', 'billing_entity.read_default', {
      organization_id: message.organization_id,
    });
    const notice = endpointNotice(message.type, message.payload.webhook_endpoint, entity.document_locale);
    await this.database.handleOnce(message, async (transaction) => {
      const [to, ...bcc] = isBlank(entity.email) ? await adminsOf(transaction) : [entity.email as string];
      if (to !== undefined) await this.mails.put(transaction, message.organization_id, { to, bcc, ...notice });
    });
  }
}
