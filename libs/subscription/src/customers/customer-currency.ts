import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CommandAnswer, CommandRequest } from '@tollgate/contracts';
import { CommandBus, tablesOf } from '@tollgate/platform';
import { SubscriptionDatabase } from '../subscription.database.js';
import type { SubscriptionTables } from '../subscription.tables.js';

/** A customer takes the currency of the first thing that it is given (customers, section 2.5). */
@Injectable()
export class CustomerCurrency implements OnModuleInit {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('subscription', 'customer.take_currency', (request) => this.take(request));
  }

  private async take({ organization_id: organizationId, customer_id: id, currency, at }: CommandRequest<'customer.take_currency'>): Promise<CommandAnswer<'customer.take_currency'>> {
    await this.database.tenant(organizationId, (transaction) =>
      tablesOf<SubscriptionTables>(transaction)
        .updateTable('subscription.customers')
        .set({ currency, updated_at: new Date(at) })
        .where('id', '=', id)
        .where('currency', 'is', null)
        .execute(),
    );
    return {};
  }
}
