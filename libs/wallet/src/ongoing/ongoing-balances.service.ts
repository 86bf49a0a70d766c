import { Injectable } from '@nestjs/common';
import type { Message, UnbilledUsage } from '@tollgate/contracts';
import { groupBy, type TenantTransaction, type Instant } from '@tollgate/platform';
import { creditsOfCents, Decimal, ongoingUsage, type Bucket } from '@tollgate/rating';
import { activeRulesOf } from '../rows/recurring-rules.repository.js';
import { reservedCents } from '../rows/reserved-credits.repository.js';
import { lockActiveWalletsOf, setOngoingBalance, type WalletRow } from '../rows/wallets.repository.js';
import { topUpBelowThreshold } from '../top-ups/rule-top-up.js';
import { WalletDatabase } from '../wallet.database.js';
import { lookAtAlerts } from '../watch/alert-looks.js';

/** What alerts watch that follows usage. */
const ongoingTypes = ['wallet_ongoing_balance_amount', 'wallet_credits_ongoing_balance'] as const;

/** A wallet with what of the usage falls to it, in cents. */
interface Allocated {
  wallet: WalletRow;
  usage: Decimal;
  /** Its balance as long as what is reserved is not used. */
  balanceCents: bigint;
}

/** Subtracts usage that is on no invoice yet from the wallets that will pay for it, and has those topped up that run low (wallets, sections 6 and 2.6). */
@Injectable()
export class OngoingBalances {
  constructor(private readonly database: WalletDatabase) {}

  /** All active wallets of a customer together; the same measurement once, and measurements in their order. */
  async recompute(message: Message<'customer.unbilled_usage'>): Promise<void> {
    const { customer_id: customerId, usage } = message.payload;
    const now = Date.parse(message.occurred_at);
    await this.database.handleOnce(message, async (transaction) => {
      const wallets = await lockActiveWalletsOf(transaction, [customerId]);
      if (wallets.length === 0) return;
      const recomputed: WalletRow[] = [];
      for (const allocated of await allocate(transaction, wallets, usage, now))
        recomputed.push(await write(transaction, allocated, now));
      await lookAtAlerts(transaction, recomputed, now, ongoingTypes);
    });
  }
}

/** What falls to each wallet; each currency by itself. */
async function allocate(
  transaction: TenantTransaction,
  wallets: WalletRow[],
  usage: UnbilledUsage[],
  now: Instant,
): Promise<Allocated[]> {
  const ids = wallets.map(({ id }) => id);
  const rules = await activeRulesOf(transaction, ids, now);
  const toppedUp = new Set(rules.filter(({ trigger }) => trigger === 'threshold').map((rule) => rule.wallet_id));
  // What is reserved is for an invoice that is not written yet: it counts among the usage, and so is still there.
  const reserved = await reservedCents(transaction, ids);
  const balanceOf = (wallet: WalletRow) => wallet.balance_cents + (reserved.get(wallet.id) ?? 0n);
  const buckets = groupBy(usage, ({ currency }) => currency);
  return [...groupBy(wallets, ({ currency }) => currency)].flatMap(([currency, own]) => {
    const paying = own.map((wallet) => ({
      id: wallet.id,
      code: wallet.code,
      balanceCents: balanceOf(wallet),
      feeTypes: wallet.fee_types.filter((type) => type !== 'product'),
      billableMetricIds: wallet.billable_metric_ids,
      thresholdRule: toppedUp.has(wallet.id),
    }));
    const allocated = ongoingUsage(paying, (buckets.get(currency) ?? []).map(toBucket));
    return own.map((wallet) => ({
      wallet,
      usage: allocated.get(wallet.id) ?? new Decimal(0),
      balanceCents: balanceOf(wallet),
    }));
  });
}

const toBucket = (usage: UnbilledUsage): Bucket => ({
  feeType: usage.fee_type,
  billableMetricId: usage.billable_metric_id,
  targetWalletCode: usage.target_wallet_code,
  amountCents: new Decimal(usage.amount),
});

/** Cents that are written are cut, not rounded (wallets, section 1). */
const cut = (cents: Decimal): bigint => BigInt(cents.toFixed(0, Decimal.ROUND_DOWN));

async function write(
  transaction: TenantTransaction,
  { wallet, usage, balanceCents }: Allocated,
  now: Instant,
): Promise<WalletRow> {
  const ongoingUsageBalanceCents = cut(usage);
  const ongoingBalanceCents = cut(new Decimal(balanceCents.toString()).minus(usage));
  const depleted = ongoingBalanceCents <= 0n;
  const changed =
    ongoingUsageBalanceCents !== wallet.ongoing_usage_balance_cents ||
    ongoingBalanceCents !== wallet.ongoing_balance_cents;
  if (!changed && depleted === wallet.depleted_ongoing_balance) return wallet;
  const rate = new Decimal(wallet.rate_amount);
  const credits = (cents: bigint) => creditsOfCents(cents, rate, wallet.currency).creditAmount.toFixed();
  const written = await setOngoingBalance(transaction, wallet.id, {
    ongoingBalanceCents,
    ongoingUsageBalanceCents,
    creditsOngoingBalance: credits(ongoingBalanceCents),
    creditsOngoingUsageBalance: credits(ongoingUsageBalanceCents),
    depleted,
  });
  if (depleted && !wallet.depleted_ongoing_balance)
    await transaction.append('wallet.depleted_ongoing_balance', wallet.customer_id, { wallet_id: wallet.id }, now);
  if (changed) await topUpBelowThreshold(transaction, written, now);
  return written;
}
