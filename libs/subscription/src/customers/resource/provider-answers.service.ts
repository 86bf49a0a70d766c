import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CommandRequest } from '@tollgate/contracts';
import { Clock, CommandBus } from '@tollgate/platform';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { putFundingInstructions } from '../../model/custom-sections/funding-instructions.repository.js';
import { tables } from '../../model/subscription.tables.js';

/** Stores what payment providers say of customers: their ids, and how they pay by bank transfer (webhooks, section 11). */
@Injectable()
export class ProviderAnswersService implements OnModuleInit {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.commands.handle('subscription', 'customer.set_provider_id', (request, key) => this.setId(request, key));
    this.commands.handle('subscription', 'customer.set_funding_instructions', (request, key) =>
      this.setInstructions(request, key),
    );
  }

  /** A customer that was linked to another connection meanwhile stays as it is. */
  private async setId(
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

  private async setInstructions(
    { organization_id: organizationId, ...instructions }: CommandRequest<'customer.set_funding_instructions'>,
    key: string,
  ): Promise<Record<string, never>> {
    const now = await this.clock.now(organizationId);
    return this.database.answerOnce(organizationId, key, async (transaction) => {
      await putFundingInstructions(transaction, instructions, now);
      return {};
    });
  }
}
