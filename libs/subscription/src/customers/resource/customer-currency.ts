import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CommandAnswer, CommandRequest } from '@tollgate/contracts';
import { CommandBus } from '@tollgate/platform';
import { sql } from 'kysely';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { tables } from '../../model/subscription.tables.js';

type Request = CommandRequest<'customer.take_currency'>;

/**
 * Sets a customer's currency to that of its first resource (customers, section 2.5), and fixes its account type from
 * then on (customers, section 2.6).
 */
@Injectable()
export class CustomerCurrency implements OnModuleInit {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('subscription', 'customer.take_currency', (request, key) => this.assign(request, key));
  }

  /** Runs once for its key: a currency that is removed afterwards does not come back. */
  private async assign(
    { organization_id: organizationId, customer_id: id, currency, at }: Request,
    key: string,
  ): Promise<CommandAnswer<'customer.take_currency'>> {
    return this.database.answerOnce(organizationId, key, async (transaction) => {
      await tables(transaction)
        .updateTable('subscription.customers')
        .set({ currency: sql`coalesce(currency, ${currency})`, attached: true, updated_at: new Date(at) })
        .where('id', '=', id)
        .where((where) => where.or([where('currency', 'is', null), where('attached', 'is not', true)]))
        .execute();
      return {};
    });
  }
}
