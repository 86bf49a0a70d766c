import { Injectable } from '@nestjs/common';
import { mostBalances, type WalletBalance, type WalletBalanceQuery } from '@tollgate/contracts';
import { Clock, isId, isoSeconds, NotFound, ValidationFailed } from '@tollgate/platform';
import { centsNumber, Decimal, decimalText } from '@tollgate/rating';
import { findWallet } from '../../model/wallets/wallets.repository.js';
import { movementsOf } from '../../model/transactions/movements.repository.js';
import { WalletDatabase } from '../../wallet.database.js';
import { balanceSeries, pointsIn } from './balance-series.rules.js';

const defaultSpanMs = 30 * 86_400_000;

/** The balances of a wallet over time. */
@Injectable()
export class WalletBalancesService {
  constructor(
    private readonly database: WalletDatabase,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound; ValidationFailed for too many points */
  async list(organizationId: string, id: string, filters: WalletBalanceQuery): Promise<WalletBalance[]> {
    if (!isId(id)) throw new NotFound('wallet');
    const now = await this.clock.now(organizationId);
    const to = Math.min(filters.to_date?.getTime() ?? now, now);
    const from = filters.from_date?.getTime() ?? to - defaultSpanMs;
    const granularity = filters.granularity ?? 'day';
    if (pointsIn(from, to, granularity) > mostBalances)
      throw new ValidationFailed({ from_date: ['value_is_out_of_range'] });
    return this.database.tenant(organizationId, async (transaction) => {
      const wallet = await findWallet(transaction, id);
      if (!wallet) throw new NotFound('wallet');
      const movements = await movementsOf(transaction, id, granularity, new Date(from));
      const present = { cents: wallet.balance_cents, credits: new Decimal(wallet.credits_balance) };
      return balanceSeries(present, movements, { from, to, granularity }).map(({ at, cents, credits }) => ({
        svc_wallet_id: id,
        at: isoSeconds(new Date(at)),
        balance_cents: centsNumber(cents),
        credits_balance: decimalText(credits),
      }));
    });
  }
}
