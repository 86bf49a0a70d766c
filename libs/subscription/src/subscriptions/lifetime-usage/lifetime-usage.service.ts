import { Injectable } from '@nestjs/common';
import type { CommandAnswer, LifetimeUsage, LifetimeUsageUpdate } from '@tollgate/contracts';
import { Clock, CommandBus, isoSeconds, NotFound, type TenantTransaction, type Instant } from '@tollgate/platform';
import { lifetimeTotalCents, thresholdProgress } from '@tollgate/rating';
import { presentThresholds } from '../resource/subscription.presenter.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { subscriptionsByExternalId, type SubscriptionRow } from '../../model/subscriptions/subscriptions.repository.js';
import {
  lifetimeUsageOf,
  setHistoricalUsage,
  type LifetimeUsageRow,
} from '../../model/usage/lifetime-usages.repository.js';

/** Usage of an external id over its whole life (subscriptions, section 10.2). */
@Injectable()
export class LifetimeUsageService {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  /** @param status selects the subscription of this external id; active by default. @throws NotFound */
  async read(organizationId: string, externalId: string, status: string | undefined): Promise<LifetimeUsage> {
    const { row, usage } = await this.database.tenant(organizationId, (transaction) =>
      find(transaction, externalId, status),
    );
    return this.present(row, usage);
  }

  /** Sets the historical usage. @throws NotFound */
  async update(
    organizationId: string,
    externalId: string,
    status: string | undefined,
    input: LifetimeUsageUpdate,
  ): Promise<LifetimeUsage> {
    const now = await this.clock.now(organizationId);
    const { row, usage } = await this.database.tenant(organizationId, async (transaction) => {
      const current = await find(transaction, externalId, status);
      const amount = input.external_historical_usage_amount_cents;
      if (typeof amount !== 'number') return current;
      return { row: current.row, usage: await setHistoricalUsage(transaction, current.usage.id, BigInt(amount), now) };
    });
    return this.present(row, usage);
  }

  private async present(row: SubscriptionRow, usage: LifetimeUsageRow): Promise<LifetimeUsage> {
    const now = await this.clock.now(row.organization_id);
    const { passed, ...amounts } = await this.commands.send('invoicing', 'usage.lifetime_amounts', {
      organization_id: row.organization_id,
      subscription_id: row.id,
    });
    return {
      svc_id: usage.id,
      svc_subscription_id: row.id,
      external_subscription_id: row.external_id,
      external_historical_usage_amount_cents: Number(usage.external_historical_usage_amount_cents),
      ...amounts,
      from_datetime: isoSeconds(row.subscription_at),
      to_datetime: isoSeconds(now),
      ...(await this.thresholds(
        row,
        { ...amounts, historical: usage.external_historical_usage_amount_cents },
        passed,
        now,
      )),
    };
  }

  /** The progress towards the thresholds in force (subscriptions, section 10.2). */
  private async thresholds(
    row: SubscriptionRow,
    amounts: Amounts,
    passed: Passed[],
    now: Instant,
  ): Promise<Pick<LifetimeUsage, 'usage_thresholds'>> {
    const inForce = await this.database.tenant(row.organization_id, (transaction) =>
      presentThresholds(transaction, row),
    );
    if (inForce.length === 0) return {};
    const total = lifetimeTotalCents({
      historicalCents: amounts.historical,
      invoicedCents: BigInt(amounts.invoiced_usage_amount_cents),
      currentCents: BigInt(amounts.current_usage_amount_cents),
    });
    const progress = thresholdProgress(
      inForce.map(({ amount_cents: amount, recurring }) => ({ amountCents: BigInt(amount), recurring })),
      total,
    );
    const fixed = inForce.filter(({ recurring }) => !recurring).length;
    return {
      usage_thresholds: progress.map(({ amountCents, completionRatio, reached }, position) => ({
        amount_cents: Number(amountCents),
        completion_ratio: completionRatio.toNumber(),
        reached_at: reached ? isoSeconds(reachedAt(passed, amountCents, position >= fixed) ?? now) : null,
      })),
    };
  }
}

interface Amounts {
  historical: bigint;
  invoiced_usage_amount_cents: number;
  current_usage_amount_cents: number;
}

type Passed = CommandAnswer<'usage.lifetime_amounts'>['passed'][number];

/** When an invoice billed an amount of usage, Unix milliseconds. */
const reachedAt = (passed: Passed[], amountCents: bigint, recurring: boolean): number | undefined =>
  passed.find((one) => one.recurring === recurring && BigInt(one.lifetime_usage_amount_cents) >= amountCents)?.at;

async function find(
  transaction: TenantTransaction,
  externalId: string,
  status: string | undefined,
): Promise<{ row: SubscriptionRow; usage: LifetimeUsageRow }> {
  const row = (await subscriptionsByExternalId(transaction, externalId)).find(
    (each) => each.status === (status || 'active'),
  );
  if (!row) throw new NotFound('subscription');
  const usage = await lifetimeUsageOf(transaction, row.id);
  if (!usage) throw new NotFound('lifetime_usage');
  return { row, usage };
}
