import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CommandAnswer, CommandRequest } from '@tollgate/contracts';
import { Clock, CommandBus, NotAllowed } from '@tollgate/platform';
import { readCustomerView, readSubscriptions } from '@tollgate/subscription/reader';
import { answerable } from '../../model/errors/failure.rules.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { passedThresholdsOf } from '../../model/progressive/applied-thresholds.repository.js';
import { runningPeriodOf } from '../../model/billed-usage/period-histories.repository.js';
import { invoicedUsageCents } from '../../model/billed-usage/invoiced-usage.repository.js';
import { CurrentUsageService } from './current-usage.service.js';
import { centsNumber } from '@tollgate/rating';

/** Reports the invoiced and the running usage of a subscription (subscriptions, section 10.2). */
@Injectable()
export class LifetimeAmountsService implements OnModuleInit {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly usage: CurrentUsageService,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('invoicing', 'usage.lifetime_amounts', (request) => answerable(this.amounts(request)));
  }

  private async amounts({
    organization_id: organizationId,
    subscription_id: id,
  }: CommandRequest<'usage.lifetime_amounts'>): Promise<CommandAnswer<'usage.lifetime_amounts'>> {
    const now = await this.clock.now(organizationId);
    const { subscription, customer, invoiced, passed } = await this.database.tenant(
      organizationId,
      async (transaction) => {
        const [view] = await readSubscriptions(transaction, [id]);
        if (!view) throw new Error(`no subscription ${id}`);
        const customer = await readCustomerView(transaction, view.customerId);
        const running =
          view.status === 'active' ? await runningPeriodOf(transaction, { subscription: view, customer }, now) : null;
        return {
          subscription: view,
          customer,
          invoiced: await invoicedUsageCents(transaction, id, running?.from ?? null),
          passed: await passedThresholdsOf(transaction, id),
        };
      },
    );
    return {
      invoiced_usage_amount_cents: centsNumber(invoiced),
      current_usage_amount_cents:
        subscription.status === 'active'
          ? await this.current(organizationId, customer.externalId, subscription.externalId)
          : 0,
      passed: passed.map((row) => ({
        recurring: row.recurring,
        lifetime_usage_amount_cents: centsNumber(row.lifetime_usage_amount_cents),
        at: row.created_at.getTime(),
      })),
    };
  }

  private async current(
    organizationId: string,
    externalCustomerId: string,
    externalSubscriptionId: string,
  ): Promise<number> {
    try {
      const usage = await this.usage.read(organizationId, externalCustomerId, {
        external_subscription_id: externalSubscriptionId,
        apply_taxes: false,
      });
      return usage.amount_cents;
    } catch (error) {
      // The subscription ended since it was read, so it has no running usage.
      if (error instanceof NotAllowed) return 0;
      throw error;
    }
  }
}
