import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { tables } from '../../model/subscription.tables.js';

/** Follows the connections to payment providers. */
@Controller()
export class ProviderMessagesController {
  constructor(private readonly database: SubscriptionDatabase) {}

  /** Customers name their connection by its code. */
  @OnMessage(['payment_provider.renamed'], 'subscription')
  async onRenamed(@Payload() message: Message<'payment_provider.renamed'>): Promise<void> {
    const { payment_provider: provider, code, new_code: newCode } = message.payload;
    await this.database.handleOnce(message, async (transaction) => {
      await tables(transaction)
        .updateTable('subscription.customers')
        .set({ payment_provider_code: newCode })
        .where('organization_id', '=', transaction.organizationId)
        .where('payment_provider', '=', provider)
        .where('payment_provider_code', '=', code)
        .execute();
    });
  }
}
