import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { cancelWaiting, startPaid } from '../../lifecycle/waiting-outcome.js';
import { SubscriptionDatabase } from '../../subscription.database.js';

/** Applies the outcomes of starts that waited for their payment (subscriptions, section 3.5). */
@Controller()
export class ActivationMessagesController {
  constructor(private readonly database: SubscriptionDatabase) {}

  @OnMessage('activation.paid', 'subscription')
  async onPaid(@Payload() message: Message<'activation.paid'>): Promise<void> {
    await this.database.handleOnce(message, (transaction) =>
      startPaid(transaction, message.payload.subscription_id, Date.parse(message.occurred_at)),
    );
  }

  @OnMessage('activation.failed', 'subscription')
  async onFailed(@Payload() message: Message<'activation.failed'>): Promise<void> {
    const { subscription_id: id, reason } = message.payload;
    await this.database.handleOnce(message, (transaction) =>
      cancelWaiting(transaction, id, reason, Date.parse(message.occurred_at)),
    );
  }
}
