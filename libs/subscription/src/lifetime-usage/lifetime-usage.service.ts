import { Injectable } from '@nestjs/common';
import type { LifetimeUsage, LifetimeUsageUpdate } from '@tollgate/contracts';
import { Clock, CommandBus, isoSeconds, NotFound, type Transaction } from '@tollgate/platform';
import { SubscriptionDatabase } from '../subscription.database.js';
import { subscriptionsByExternalId, type SubscriptionRow } from '../subscriptions/subscriptions.repository.js';
import { lifetimeUsageOf, setHistoricalUsage, type LifetimeUsageRow } from './lifetime-usages.repository.js';

/** Usage of an external id over its whole life (subscriptions, section 10.2). */
@Injectable()
export class LifetimeUsageService {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  /** @param status which of the subscriptions with this external id; the active one by default. @throws NotFound */
  async read(organizationId: string, externalId: string, status: string | undefined): Promise<LifetimeUsage> {
    const { row, usage } = await this.database.tenant(organizationId, (transaction) => find(transaction, organizationId, externalId, status));
    return this.present(row, usage);
  }

  /** Sets what was used before. @throws NotFound */
  async update(organizationId: string, externalId: string, status: string | undefined, input: LifetimeUsageUpdate): Promise<LifetimeUsage> {
    const now = await this.clock.now(organizationId);
    const { row, usage } = await this.database.tenant(organizationId, async (transaction) => {
      const found = await find(transaction, organizationId, externalId, status);
      const amount = input.external_historical_usage_amount_cents;
      if (typeof amount !== 'number') return found;
      return { row: found.row, usage: await setHistoricalUsage(transaction, found.usage.id, BigInt(amount), now) };
    });
    return this.present(row, usage);
  }

  private async present(row: SubscriptionRow, usage: LifetimeUsageRow): Promise<LifetimeUsage> {
    const now = await this.clock.now(row.organization_id);
    const amounts = await this.commands.send('invoicing', 'usage.lifetime_amounts', { organization_id: row.organization_id, subscription_id: row.id });
    return {
      svc_id: usage.id,
      svc_subscription_id: row.id,
      external_subscription_id: row.external_id,
      external_historical_usage_amount_cents: Number(usage.external_historical_usage_amount_cents),
      ...amounts,
      from_datetime: isoSeconds(row.subscription_at),
      to_datetime: isoSeconds(now),
    };
  }
}

async function find(
  transaction: Transaction,
  organizationId: string,
  externalId: string,
  status: string | undefined,
): Promise<{ row: SubscriptionRow; usage: LifetimeUsageRow }> {
  const row = (await subscriptionsByExternalId(transaction, organizationId, externalId)).find((each) => each.status === (status || 'active'));
  if (!row) throw new NotFound('subscription');
  const usage = await lifetimeUsageOf(transaction, row.id);
  if (!usage) throw new NotFound('lifetime_usage');
  return { row, usage };
}
