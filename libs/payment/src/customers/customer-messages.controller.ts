import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import { noteDeletion } from './customer-removals.service.js';
import { ProviderCustomersService } from './provider-customers.service.js';

/** Follows changed customers at their providers. */
@Controller()
export class CustomerMessagesController {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly customers: ProviderCustomersService,
  ) {}

  /** The reconciler queues a job again that is lost after the transaction. */
  @OnMessage(['customer.created', 'customer.updated'], 'payment')
  async onCustomer(@Payload() message: Message<'customer.created' | 'customer.updated'>): Promise<void> {
    const { customer_id: customerId } = message.payload;
    let isDue = false;
    await this.database.handleOnce(message, async (transaction) => {
      isDue = await this.customers.note(transaction, customerId, Date.parse(message.occurred_at));
    });
    if (isDue) await this.customers.queue(message.organization_id, customerId);
  }

  @OnMessage('customer.deleted', 'payment')
  async onDeleted(@Payload() message: Message<'customer.deleted'>): Promise<void> {
    await this.database.handleOnce(message, (transaction) =>
      noteDeletion(transaction, message.payload.customer_id, Date.now()),
    );
  }
}
