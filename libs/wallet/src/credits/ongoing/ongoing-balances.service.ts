import { Injectable } from '@nestjs/common';
import type { Message, UnbilledUsage } from '@tollgate/contracts';
import { Batcher, groupBy, newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { creditsOfCents, Decimal, ongoingUsage, type Bucket, type PayingWallet } from '@tollgate/rating';
import { activeRulesOf } from '../../model/rules/recurring-rules.repository.js';
import { countReserved } from '../../model/reservations/reserved-credits.repository.js';
import {
  activeWalletsOf,
  lockActiveWalletsOf,
  setOngoingBalances,
  type OngoingBalance,
  type WalletRow,
} from '../../model/wallets/wallets.repository.js';
import { AutomaticCharges } from '../../automatic-charges.js';
import { topUpBelowThreshold } from '../top-ups/rule-top-up.js';
import { WalletDatabase } from '../../wallet.database.js';
import { evaluateAlerts } from '../alert-evaluation/evaluate-alerts.js';

type UnbilledUsageMessage = Message<'customer.unbilled_usage'>;

/** A wallet with its share of the usage, in cents. */
interface Allocated {
  wallet: WalletRow;
  usage: Decimal;
  /** The balance including reserved credits. */
  balanceCents: bigint;
  /** Whether a threshold rule tops it up. */
  isToppedUp: boolean;
}

/**
 * Subtracts unbilled usage from the wallets that will pay for it, and tops up wallets below their threshold (wallets,
 * sections 6 and 2.6). Batches the snapshots of an organization that arrive during a transaction.
 */
@Injectable()
export class OngoingBalances {
  private readonly snapshots = new Batcher<UnbilledUsageMessage, void>((messages) => this.recomputeAll(messages));

  constructor(
    private readonly database: WalletDatabase,
    private readonly charges: AutomaticCharges,
  ) {}

  /** Recomputes all active wallets of a customer; handles a snapshot once, and a customer's snapshots in order. */
  async recompute(message: UnbilledUsageMessage): Promise<void> {
    await this.snapshots.add(message.organization_id, message);
  }

  private async recomputeAll(messages: UnbilledUsageMessage[]): Promise<void[]> {
    await this.database.handleAllOnce(messages, async (transaction, fresh) => {
      if (fresh.length === 0) return;
      const held = await lockActiveWalletsOf(transaction, [...new Set(fresh.map(customerOf))]);
      const byInstant = [...groupBy(fresh, (message) => message.occurred_at)];
      for (const [place, [instant, sameInstant]] of byInstant.entries()) {
        const usages = new Map(sameInstant.map((message) => [customerOf(message), message.payload.usage]));
        // Each instant starts from the result of the previous one.
        const wallets =
          place === 0
            ? held.filter((wallet) => usages.has(wallet.customer_id))
            : await activeWalletsOf(transaction, [...usages.keys()]);
        await recomputeAt(this.charges, transaction, { wallets, usages, now: Date.parse(instant) });
      }
    });
    return messages.map(() => undefined);
  }
}

const customerOf = ({ payload }: UnbilledUsageMessage): string => payload.customer_id;

/** @param recomputed wallets, locked, in the order of use; usages by customer, as of one instant */
async function recomputeAt(
  charges: AutomaticCharges,
  transaction: TenantTransaction,
  { wallets, usages, now }: { wallets: WalletRow[]; usages: Map<string, UnbilledUsage[]>; now: Instant },
): Promise<void> {
  if (wallets.length === 0) return;
  const allocated = await allocate(transaction, wallets, usages, now);
  const left = await write(charges, transaction, allocated, now);
  await evaluateAlerts(
    transaction,
    left.map((wallet) => ({ wallet, now })),
  );
}

/** Allocates the usage to wallets, separately for each customer and currency. */
async function allocate(
  transaction: TenantTransaction,
  wallets: WalletRow[],
  usages: Map<string, UnbilledUsage[]>,
  now: Instant,
): Promise<Allocated[]> {
  const ids = wallets.map(({ id }) => id);
  const rules = await activeRulesOf(transaction, ids, now);
  const toppedUp = new Set(rules.filter(({ trigger }) => trigger === 'threshold').map((rule) => rule.wallet_id));
  // Reserved credits belong to an unwritten invoice. Its fees still count as usage, so the credits count as available.
  const reserved = await countReserved(transaction, ids, [...usages.keys()]);
  const balanceOf = (wallet: WalletRow) => wallet.balance_cents + (reserved.get(wallet.id)?.cents ?? 0n);
  const together = groupBy(wallets, ({ customer_id: customerId, currency }) => `${customerId} ${currency}`);
  return [...together.values()].flatMap((customerWallets) => {
    const paying = customerWallets.map((wallet) => ({
      id: wallet.id,
      code: wallet.code,
      balanceCents: balanceOf(wallet),
      feeTypes: wallet.fee_types as PayingWallet['feeTypes'],
      billableMetricIds: wallet.billable_metric_ids,
      thresholdRule: toppedUp.has(wallet.id),
    }));
    const [{ customer_id: customerId, currency }] = customerWallets as [WalletRow];
    const usage = (usages.get(customerId) ?? []).filter((each) => each.currency === currency);
    const allocated = ongoingUsage(paying, usage.map(toBucket));
    return customerWallets.map((wallet) => ({
      wallet,
      usage: allocated.get(wallet.id) ?? new Decimal(0),
      balanceCents: balanceOf(wallet),
      isToppedUp: toppedUp.has(wallet.id),
    }));
  });
}

const toBucket = (usage: UnbilledUsage): Bucket => ({
  feeType: usage.fee_type,
  billableMetricId: usage.billable_metric_id,
  targetWalletCode: usage.target_wallet_code,
  amountCents: new Decimal(usage.amount),
});

/** Cuts cents for storage instead of rounding them (wallets, section 1). */
const cut = (cents: Decimal): bigint => BigInt(cents.toFixed(0, Decimal.ROUND_DOWN));

/** Stores changed balances, publishes depletions and tops up. @returns all wallets in their new state */
async function write(
  charges: AutomaticCharges,
  transaction: TenantTransaction,
  allocated: Allocated[],
  now: Instant,
): Promise<WalletRow[]> {
  const changes = allocated.map(changeOf).filter((change) => change.isAmount || change.isDepletion);
  const written = await setOngoingBalances(
    transaction,
    changes.map(({ balance }) => balance),
  );
  const depleted = changes.filter(({ balance, isDepletion }) => isDepletion && balance.depleted);
  await transaction.appendAll(
    'wallet.depleted_ongoing_balance',
    depleted.map(({ wallet }) => ({
      id: newId(),
      key: wallet.customer_id,
      occurredAt: now,
      payload: { wallet_id: wallet.id },
    })),
  );
  const low = changes.filter(({ isAmount, isToppedUp }) => isAmount && isToppedUp).map(({ wallet }) => wallet);
  for (const wallet of low) await topUpBelowThreshold(charges, transaction, written.get(wallet.id) ?? wallet, now);
  const wallets = allocated.map(({ wallet }) => written.get(wallet.id) ?? wallet);
  if (low.length === 0) return wallets;
  return activeWalletsOf(transaction, [...new Set(wallets.map(({ customer_id: customerId }) => customerId))]);
}

/** Computes a wallet's new balances, and whether the amounts or the depletion changed. */
function changeOf({ wallet, usage, balanceCents, isToppedUp }: Allocated) {
  const ongoingUsageBalanceCents = cut(usage);
  const ongoingBalanceCents = cut(new Decimal(balanceCents.toString()).minus(usage));
  const depleted = ongoingBalanceCents <= 0n;
  const rate = new Decimal(wallet.rate_amount);
  const credits = (cents: bigint) => creditsOfCents(cents, rate, wallet.currency).creditAmount.toFixed();
  const balance: OngoingBalance = {
    walletId: wallet.id,
    ongoingBalanceCents,
    ongoingUsageBalanceCents,
    creditsOngoingBalance: credits(ongoingBalanceCents),
    creditsOngoingUsageBalance: credits(ongoingUsageBalanceCents),
    depleted,
  };
  return {
    wallet,
    balance,
    isToppedUp,
    isAmount:
      ongoingUsageBalanceCents !== wallet.ongoing_usage_balance_cents ||
      ongoingBalanceCents !== wallet.ongoing_balance_cents,
    isDepletion: depleted !== wallet.depleted_ongoing_balance,
  };
}
