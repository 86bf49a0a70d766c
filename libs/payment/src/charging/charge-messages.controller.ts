import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { PaymentDatabase } from '../payment.database.js';
import { begin, ChargesService, type Payable } from './charges.service.js';

/** What is issued, or demanded, is charged where its customer has a provider (webhooks, sections 10.2 and 16). */
@Controller()
export class ChargeMessagesController {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly charges: ChargesService,
  ) {}

  @OnMessage(['invoice.created', 'invoice.one_off_created'], 'payment')
  async onIssued(@Payload() message: Message<'invoice.created' | 'invoice.one_off_created'>): Promise<void> {
    const { invoice_id: id, skip_psp: skip } = message.payload;
    await this.charge(message, skip ? null : { type: 'Invoice', id, methodId: null });
  }

  @OnMessage(['payment_request.created'], 'payment')
  async onRequested(@Payload() message: Message<'payment_request.created'>): Promise<void> {
    await this.charge(message, { type: 'PaymentRequest', id: message.payload.payment_request_id, methodId: null });
  }

  /** A job that is lost behind the transaction is queued again by the sweep. */
  private async charge(message: Message, payable: Payable | null): Promise<void> {
    let begun: Awaited<ReturnType<typeof begin>> | undefined;
    await this.database.handleOnce(message, async (transaction) => {
      if (payable) begun = await begin(transaction, payable, Date.parse(message.occurred_at));
    });
    if (typeof begun === 'object') await this.charges.queue(message.organization_id, begun.paymentId);
  }
}
