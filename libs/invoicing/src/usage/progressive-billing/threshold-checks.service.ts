import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { sql } from 'kysely';
import { readBillingEntity, readTaxesOfBillingEntity, type UsageThresholdView } from '@tollgate/catalog/reader';
import { Clock, Metrics, type TenantTransaction, type Instant } from '@tollgate/platform';
import { invoiceBoundaries, lifetimeTotalCents, passedThresholds } from '@tollgate/rating';
import {
  historicalUsageCents,
  readCustomerView,
  readSubscriptions,
  type CustomerView,
  type SubscriptionView,
} from '@tollgate/subscription/reader';
import { InvoicingQueues } from '../../model/queues/invoicing-queues.js';
import { writeInvoice } from '../../issuing/invoice-writing/invoice.writer.js';
import type { CreditTaking } from '../../issuing/prepaid-credits/credit-taking.js';
import { CreditReservations } from '../../issuing/prepaid-credits/credit-reservations.service.js';
import { usedChargeLines } from '../../model/line-items/charge-lines.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { amountOf, CurrentUsageService, type RunningUsage } from '../customer-usage/current-usage.service.js';
import { insertAppliedThresholds } from '../../model/progressive/applied-thresholds.repository.js';
import { runningPeriodOf } from '../../model/billed-usage/period-histories.repository.js';
import { invoicedUsageCents } from '../../model/billed-usage/invoiced-usage.repository.js';
import {
  isPeriodClosed,
  latestProgressiveInvoice,
  lockProgressiveBilling,
} from '../../model/progressive/progressive-invoices.repository.js';

/** A subscription with its usage before the decision of a check. */
interface Checked {
  organizationId: string;
  subscription: SubscriptionView;
  customer: CustomerView;
  usage: RunningUsage;
  invoicedCents: bigint;
  /** Unix milliseconds. */
  now: Instant;
}

/** The maximum number of checks of usage that is invoiced meanwhile. */
const maxAttempts = 20;

/**
 * Checks usage against the thresholds of its subscription, and bills it after it passes one (charges, sections 7.3 and
 * 7.4).
 */
@Injectable()
export class ThresholdChecks implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly creditReservations: CreditReservations,
    private readonly usage: CurrentUsageService,
    private readonly clock: Clock,
    private readonly queues: InvoicingQueues,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.queues.checks.start({
      work: async ({ organizationId, items }) => {
        for (const { payload } of items) await this.checkUntilDecided(organizationId, payload.subscription_id);
        return new Map();
      },
    });
  }

  /** Checks usage again if it is invoiced meanwhile; stops after some attempts, for a later retry by the job. */
  async checkUntilDecided(organizationId: string, id: string): Promise<void> {
    for (let attempts = 0; attempts < maxAttempts; attempts++) {
      if (await this.check(organizationId, id)) return;
    }
    throw new Error(`the usage of ${id} is invoiced faster than it is checked`);
  }

  /** @returns false if the usage was invoiced meanwhile, which requires another check */
  private async check(organizationId: string, id: string): Promise<boolean> {
    const now = await this.clock.now(organizationId);
    const candidate = await this.database.tenant(organizationId, async (transaction) => {
      const [subscription] = await readSubscriptions(transaction, [id]);
      if (subscription?.status !== 'active' || subscription.usageThresholds.length === 0) return null;
      const customer = await readCustomerView(transaction, subscription.customerId);
      const running = await runningPeriodOf(transaction, { subscription, customer }, now);
      const invoicedCents = await invoicedUsageCents(transaction, id, running.from);
      return { subscription, customer, running, invoicedCents };
    });
    if (!candidate) return true;
    await this.queues.awaitChargedEvents(organizationId, [candidate.subscription]);
    const usage = await this.usage.rateRunning(organizationId, candidate);
    return this.decide({ organizationId, ...candidate, usage, now });
  }

  private async decide(checked: Checked): Promise<boolean> {
    const { organizationId, subscription, usage, invoicedCents } = checked;
    const outcome = await this.creditReservations.runWithReservedCredits(
      organizationId,
      async (transaction, credits) => {
        await lockProgressiveBilling(transaction, [subscription.id]);
        if (await isPeriodClosed(transaction, subscription.id, usage.period.to)) return 'outdated';
        if ((await readSubscriptions(transaction, [subscription.id]))[0]?.status !== 'active') return 'nothing';
        const invoicedNow = await invoicedUsageCents(transaction, subscription.id, usage.period.from);
        if (invoicedNow !== invoicedCents) return 'outdated';
        const progressive = await latestProgressiveInvoice(transaction, {
          subscriptionId: subscription.id,
          from: usage.period.from,
          to: usage.period.to,
        });
        const lifetime = {
          historicalCents: await historicalUsageCents(transaction, subscription.id),
          invoicedCents,
          currentCents: usage.amountCents,
        };
        const passed = passedThresholds(subscription.usageThresholds, lifetime, {
          progressiveCents: progressive?.fees_amount_cents ?? 0n,
          inAdvanceCents: amountOf(usage.rated.filter(({ charge }) => charge.payInAdvance)),
        });
        if (passed.length === 0) return 'nothing';
        const key = keyOf(checked, passed, progressive?.id);
        if (await isBilled(transaction, key)) return 'nothing';
        await this.bill(transaction, checked, passed, {
          key,
          credits,
          lifetimeUsageCents: lifetimeTotalCents(lifetime),
        });
        return 'billed';
      },
    );
    if (outcome === 'billed') this.metrics.invoicesCreated.inc({ reason: 'progressive_billing' });
    return outcome !== 'outdated';
  }

  private async bill(
    transaction: TenantTransaction,
    checked: Checked,
    passed: UsageThresholdView[],
    { key, credits, lifetimeUsageCents }: { key: string; credits: CreditTaking; lifetimeUsageCents: bigint },
  ): Promise<void> {
    const { organizationId, subscription, customer, usage, now } = checked;
    const shown = { from: usage.period.from, to: usage.period.to };
    const charged = {
      subscription,
      customer,
      entityTaxes: await readTaxesOfBillingEntity(transaction, customer.billingEntity.id),
      shown,
      rated: usage.period,
    };
    const arrears = usage.rated.filter(({ charge }) => charge.invoiceable && !charge.payInAdvance);
    const boundaries = {
      ...invoiceBoundaries(subscription.agreement, now, customer.timezone, { currentUsage: true }),
      chargesFrom: shown.from,
      chargesTo: shown.to,
    };
    const invoiceId = await writeInvoice(transaction, {
      type: 'progressive_billing',
      progressiveKey: key,
      organizationId,
      customer,
      billingEntity: await readBillingEntity(transaction, subscription.billingEntityId ?? customer.billingEntity.id),
      subscriptions: [{ subscription, reason: 'progressive_billing', boundaries }],
      currency: subscription.plan.currency,
      lines: arrears.flatMap((charge) => usedChargeLines(charged, charge)),
      credits,
      at: now,
      now,
    });
    const ids = await insertAppliedThresholds(transaction, {
      organizationId,
      invoiceId,
      subscriptionId: subscription.id,
      thresholds: passed,
      lifetimeUsageCents,
      now,
    });
    for (const id of ids) {
      await transaction.append(
        'subscription.usage_threshold_reached',
        customer.id,
        { subscription_id: subscription.id, applied_usage_threshold_id: id },
        now,
      );
    }
  }
}

/** Identifies an invoice within a period; each key has one invoice (charges, section 7.4). */
function keyOf(
  { subscription, invoicedCents }: Checked,
  passed: UsageThresholdView[],
  progressiveId: string | undefined,
): string {
  const top = passed.at(-1);
  const repeated = top?.recurring ? (progressiveId ?? 'first') : 'once';
  return [subscription.externalId, subscription.agreement.subscriptionAt, invoicedCents, top?.id, repeated].join(' ');
}

async function isBilled(transaction: TenantTransaction, key: string): Promise<boolean> {
  const { rows } =
    await sql`select from invoicing.invoices where organization_id = ${transaction.organizationId} and progressive_key = ${key}`.execute(
      transaction,
    );
  return rows.length > 0;
}
