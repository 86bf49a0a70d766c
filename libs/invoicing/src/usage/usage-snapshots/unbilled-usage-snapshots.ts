import { Injectable } from '@nestjs/common';
import { readTaxesOfBillingEntity, type TaxView } from '@tollgate/catalog/reader';
import type { UnbilledUsage } from '@tollgate/contracts';
import { groupBy, type Instant, type TenantTransaction, required } from '@tollgate/platform';
import { bucketsByKey, Decimal, feeTaxes, type Bucket } from '@tollgate/rating';
import { activeSubscriptionIds, readCustomerViews, readSubscriptions } from '@tollgate/subscription/reader';
import { customersWithWallets } from '@tollgate/wallet/reader';
import { taxesOfFee, type Payer } from '../../model/line-items/payer.js';
import type { RatedCharge } from '../../model/rated-charges/rated-charge.js';
import { runningPeriods } from '../../model/billed-usage/period-histories.repository.js';
import { lockProgressiveBilling } from '../../model/progressive/progressive-invoices.repository.js';
import {
  draftFeesOf,
  progressiveFeesOf,
  subscriptionsClosedAt,
  type FeesOfKind,
} from '../../model/billed-usage/unbilled-fees.repository.js';
import type { Consumer, RunningUsage } from '../customer-usage/current-usage.service.js';

/** A customer with wallets, and the subscriptions with running usage. */
export interface WalletOwner {
  customerId: string;
  payers: ConsumingPayer[];
}

type ConsumingPayer = Payer & Consumer;

/** A wallet owner with the usage of each subscription. */
export interface OwnerUsageSnapshot {
  customerId: string;
  used: { payer: Payer; usage: RunningUsage }[];
}

type Part = Bucket & { currency: string };

/** Takes snapshots of the unbilled usage of customers with wallets (wallets, section 6). */
@Injectable()
export class UnbilledUsageSnapshots {
  /** Finds the wallet owners among some customers, with their running periods at an instant (Unix ms). */
  async find(transaction: TenantTransaction, customerIds: string[], now: Instant): Promise<WalletOwner[]> {
    if (customerIds.length === 0) return [];
    const owners = [...(await customersWithWallets(transaction, customerIds))];
    const subscriptions = await readSubscriptions(transaction, await activeSubscriptionIds(transaction, owners));
    const customers = await readCustomerViews(transaction, owners);
    const entityTaxes = new Map<string, TaxView[]>();
    for (const id of new Set([...customers.values()].map(({ billingEntity }) => billingEntity.id)))
      entityTaxes.set(id, await readTaxesOfBillingEntity(transaction, id));
    const byCustomer = groupBy(subscriptions, ({ customerId }) => customerId);
    const running = await runningPeriods(
      transaction,
      subscriptions.flatMap((subscription) => {
        const customer = customers.get(subscription.customerId);
        return customer ? [{ subscription, customer }] : [];
      }),
      now,
    );
    return [...customers.values()].map((customer) => ({
      customerId: customer.id,
      payers: (byCustomer.get(customer.id) ?? []).map((subscription) => ({
        subscription,
        customer,
        running: required(running, subscription.id, 'running period'),
        entityTaxes: entityTaxes.get(customer.billingEntity.id) ?? [],
      })),
    }));
  }

  /**
   * Builds the payload of each customer. It locks drafts and the closing of periods until the transaction ends, so that
   * later snapshots see their result.
   * @returns payloads by customer, without customers whose period was closed since the snapshot
   */
  async buildPayloads(
    transaction: TenantTransaction,
    snapshots: OwnerUsageSnapshot[],
  ): Promise<Map<string, UnbilledUsage[]>> {
    if (snapshots.length === 0) return new Map();
    const used = snapshots.flatMap((snapshot) => snapshot.used);
    const drafts = await draftFeesOf(
      transaction,
      snapshots.map(({ customerId }) => customerId),
    );
    await lockProgressiveBilling(
      transaction,
      used.map(({ payer }) => payer.subscription.id),
    );
    const periods = used.map(({ payer, usage: { period } }) => ({ subscriptionId: payer.subscription.id, ...period }));
    const closed = await subscriptionsClosedAt(transaction, periods);
    const billed = await progressiveFeesOf(transaction, periods);
    const payloads = new Map<string, UnbilledUsage[]>();
    for (const { customerId, used: usedByCustomer } of snapshots) {
      if (usedByCustomer.some(({ payer }) => closed.has(payer.subscription.id))) continue;
      const isOfCustomer = (fee: FeesOfKind) => fee.customer_id === customerId;
      payloads.set(
        customerId,
        summed([
          ...usedByCustomer.flatMap(({ payer, usage }) => usage.rated.flatMap((charge) => partsOf(payer, charge))),
          ...drafts.filter(isOfCustomer).map((fee) => partOf(fee, 1)),
          ...billed.filter(isOfCustomer).map((fee) => partOf(fee, -1)),
        ]),
      );
    }
    return payloads;
  }
}

/** Skips charges in advance, which are paid at once. */
function partsOf(payer: Payer, { charge, buckets }: RatedCharge): Part[] {
  if (charge.payInAdvance) return [];
  const { currency } = payer.subscription.plan;
  const taxes = taxesOfFee(payer, charge.taxes).map(({ code, rate }) => ({ code, rate: new Decimal(rate) }));
  return buckets.map(({ fee, groupedBy }) => ({
    feeType: 'charge',
    billableMetricId: charge.metric.id,
    targetWalletCode: charge.acceptsTargetWallet ? (groupedBy['target_wallet_code'] ?? null) : null,
    currency,
    amountCents: new Decimal(
      feeTaxes({ ...fee, preciseCouponsAmountCents: new Decimal(0), taxes }, currency).totalAmountCents.toString(),
    ),
  }));
}

const partOf = (fee: FeesOfKind, sign: 1 | -1): Part => ({
  feeType: fee.fee_type,
  billableMetricId: fee.billable_metric_id,
  targetWalletCode: fee.target_wallet_code,
  currency: fee.currency,
  amountCents: new Decimal(fee.amount).times(sign),
});

/** Sums the parts by kind and currency; skips sums of zero. */
function summed(parts: Part[]): UnbilledUsage[] {
  return [...groupBy(parts, ({ currency }) => currency)].flatMap(([currency, currencyParts]) =>
    bucketsByKey(currencyParts)
      .filter(({ amountCents }) => !amountCents.isZero())
      .map(({ feeType, billableMetricId, targetWalletCode, amountCents }) => ({
        fee_type: feeType,
        billable_metric_id: billableMetricId,
        target_wallet_code: targetWalletCode,
        currency,
        amount: amountCents.toFixed(),
      })),
  );
}
