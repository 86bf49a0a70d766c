import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CommandRequest } from '@tollgate/contracts';
import { CommandBus } from '@tollgate/platform';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { tables } from '../../model/tables/subscription.tables.js';

/** Stores the ids that payment providers give to customers (webhooks, section 11.2). */
@Injectable()
export class ProviderIdsService implements OnModuleInit {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('subscription', 'customer.set_provider_id', (request, key) => this.set(request, key));
  }

  /** A customer that was linked to another connection meanwhile stays as it is. */
  private async set(
    {
      organization_id: organizationId,
      customer_id: customerId,
      payment_provider_code: code,
      provider_customer_id: id,
    }: CommandRequest<'customer.set_provider_id'>,
    key: string,
  ): Promise<Record<string, never>> {
    return this.database.answerOnce(organizationId, key, async (transaction) => {
      await tables(transaction)
        .updateTable('subscription.customers')
        .set({ provider_customer_id: id })
        .where('id', '=', customerId)
        .where('payment_provider_code', '=', code)
        .where('provider_customer_id', 'is', null)
        .execute();
      return {};
    });
  }
}
