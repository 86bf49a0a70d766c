import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import type { CommandAnswer, CommandRequest } from '@tollgate/contracts';
import { CommandBus, NotAllowed, type Transaction } from '@tollgate/platform';
import { readCustomerView, readSubscriptions, sameSubscriptionIds } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../invoicing.database.js';
import { CurrentUsageService } from './current-usage.service.js';

/** What of a subscription's usage is invoiced, and what is running up (subscriptions, section 10.2). */
@Injectable()
export class LifetimeAmountsService implements OnModuleInit {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly usage: CurrentUsageService,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('invoicing', 'usage.lifetime_amounts', (request) => this.amounts(request));
  }

  private async amounts({ organization_id: organizationId, subscription_id: id }: CommandRequest<'usage.lifetime_amounts'>): Promise<CommandAnswer<'usage.lifetime_amounts'>> {
    const { subscription, customer, invoiced } = await this.database.tenant(organizationId, async (transaction) => {
      const [view] = await readSubscriptions(transaction, organizationId, [id]);
      if (!view) throw new Error(`no subscription ${id}`);
      return {
        subscription: view,
        customer: await readCustomerView(transaction, organizationId, view.customerId),
        invoiced: await invoicedUsage(transaction, await sameSubscriptionIds(transaction, organizationId, id)),
      };
    });
    return {
      invoiced_usage_amount_cents: invoiced,
      current_usage_amount_cents: subscription.status === 'active' ? await this.current(organizationId, customer.externalId, subscription.externalId) : 0,
    };
  }

  private async current(organizationId: string, externalCustomerId: string, externalSubscriptionId: string): Promise<number> {
    try {
      const usage = await this.usage.read(organizationId, externalCustomerId, { external_subscription_id: externalSubscriptionId, apply_taxes: false });
      return usage.amount_cents;
    } catch (error) {
      // Ended since it was read: then nothing runs up.
      if (error instanceof NotAllowed) return 0;
      throw error;
    }
  }
}

async function invoicedUsage(transaction: Transaction, subscriptionIds: string[]): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(fee.amount_cents), 0)::text as total
    from invoicing.fees fee join invoicing.invoices invoice on invoice.id = fee.invoice_id
    where fee.subscription_id = any(${subscriptionIds}::uuid[]) and fee.fee_type = 'charge' and fee.deleted_at is null
      and invoice.invoice_type = 'subscription' and invoice.status in ('draft', 'finalized')
  `.execute(transaction);
  return Number(rows[0]?.total ?? 0);
}
