import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import { StatementSchedules } from './statement-schedules.service.js';

type CustomerMessage = Message<'customer.created' | 'customer.updated' | 'customer.deleted'>;

/** Follows the settings of statements, of customers and of their issuers. */
@Controller()
export class StatementMessagesController {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly schedules: StatementSchedules,
  ) {}

  @OnMessage(['customer.created', 'customer.updated', 'customer.deleted'], 'document')
  async onCustomer(@Payload() message: CustomerMessage): Promise<void> {
    const { payload, occurred_at: at } = message;
    await this.database.handleOnce(message, (transaction) =>
      this.schedules.followCustomers(transaction, [payload.customer_id], Date.parse(at)),
    );
  }

  /** After an interruption it follows all customers again, which changes nothing of those that are done. */
  @OnMessage('billing_entity.updated', 'document')
  async onIssuer(@Payload() message: Message<'billing_entity.updated'>): Promise<void> {
    const { organization_id: organizationId, payload, occurred_at: at } = message;
    if (payload.statement_schedule_changed || payload.timezone_changed)
      await this.schedules.followIssuer(organizationId, payload.billing_entity_id, Date.parse(at));
    await this.database.handleOnce(message, () => Promise.resolve());
  }
}
