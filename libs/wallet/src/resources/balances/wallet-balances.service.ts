import { Injectable } from '@nestjs/common';
import { mostBalances, type WalletBalance, type WalletBalanceQuery } from '@tollgate/contracts';
import {
  Clock,
  isId,
  isoSeconds,
  NotFound,
  ValidationFailed,
  type CallingCustomer,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { centsNumber, Decimal, decimalText } from '@tollgate/rating';
import { findCustomerView } from '@tollgate/subscription/reader';
import { findWallet, type WalletRow } from '../../model/wallets/wallets.repository.js';
import { invoicedCentsSince, movementsOf } from '../../model/transactions/movements.repository.js';
import { WalletDatabase } from '../../wallet.database.js';
import { balanceSeries, pointsIn, type Granularity } from './balance-series.rules.js';
import { paceFrom, projectedEnd } from './projected-end.rules.js';

const defaultSpanMs = 30 * 86_400_000;

interface Span {
  from: Instant;
  to: Instant;
  granularity: Granularity;
}

/** The balances of a wallet over time. */
@Injectable()
export class WalletBalancesService {
  constructor(
    private readonly database: WalletDatabase,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound; ValidationFailed for too many points */
  async list(organizationId: string, id: string, filters: WalletBalanceQuery): Promise<WalletBalance[]> {
    const now = await this.clock.now(organizationId);
    const span = spanOf(filters, now);
    return this.database.tenant(organizationId, async (transaction) =>
      balancesOf(transaction, await walletOf(transaction, id), span),
    );
  }

  /**
   * The balances of the caller's wallet, and the day on which its credits end at the present pace (wallets, section 2.7).
   * @throws NotFound for another customer's wallet; ValidationFailed for too many points
   */
  async listOfCaller(
    { organizationId, customerId }: CallingCustomer,
    id: string,
    filters: WalletBalanceQuery,
  ): Promise<{ wallet_balances: WalletBalance[]; projected_empty_on: string | null }> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const wallet = await walletOf(transaction, id);
      if (wallet.customer_id !== customerId) throw new NotFound('wallet');
      return {
        wallet_balances: await balancesOf(transaction, wallet, spanOf(filters, now)),
        projected_empty_on: wallet.status === 'active' ? await endOf(transaction, wallet, now) : null,
      };
    });
  }
}

/** @throws ValidationFailed for too many points */
function spanOf({ from_date: first, to_date: last, granularity = 'day' }: WalletBalanceQuery, now: Instant): Span {
  const to = Math.min(last?.getTime() ?? now, now);
  const from = first?.getTime() ?? to - defaultSpanMs;
  if (pointsIn(from, to, granularity) > mostBalances)
    throw new ValidationFailed({ from_date: ['value_is_out_of_range'] });
  return { from, to, granularity };
}

/** @throws NotFound */
async function walletOf(transaction: TenantTransaction, id: string): Promise<WalletRow> {
  const wallet = isId(id) ? await findWallet(transaction, id) : undefined;
  if (!wallet) throw new NotFound('wallet');
  return wallet;
}

async function balancesOf(transaction: TenantTransaction, wallet: WalletRow, span: Span): Promise<WalletBalance[]> {
  const movements = await movementsOf(transaction, wallet.id, span.granularity, new Date(span.from));
  const present = { cents: wallet.balance_cents, credits: new Decimal(wallet.credits_balance) };
  return balanceSeries(present, movements, span).map(({ at, cents, credits }) => ({
    svc_wallet_id: wallet.id,
    at: isoSeconds(new Date(at)),
    balance_cents: centsNumber(cents),
    credits_balance: decimalText(credits),
  }));
}

async function endOf(transaction: TenantTransaction, wallet: WalletRow, now: Instant): Promise<string | null> {
  const customer = await findCustomerView(transaction, { id: wallet.customer_id });
  const use = {
    ongoingCents: wallet.ongoing_balance_cents,
    usedCents: await invoicedCentsSince(transaction, wallet.id, new Date(paceFrom(now))),
    createdAt: wallet.created_at.getTime(),
  };
  return projectedEnd(use, now, customer?.timezone ?? 'UTC');
}
