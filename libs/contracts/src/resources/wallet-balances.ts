import { z } from 'zod';
import { cents, decimalString, id, timestamp } from '../http/fields.js';
import { query, queryChoice, type QueryInput } from '../http/query.js';
import { queryInstant, queryUntil } from '../http/query-instants.js';
import { route } from '../http/route.js';

/** Most points of a series. */
export const mostBalances = 400;

/** The balance of a wallet at the end of a day or an hour (UTC), or at the end of the span. */
export const WalletBalance = z.object({
  svc_wallet_id: id(),
  at: timestamp(),
  balance_cents: cents(),
  credits_balance: decimalString(),
});
export type WalletBalance = z.infer<typeof WalletBalance>;

export const WalletBalanceQuery = query({
  granularity: queryChoice(['day', 'hour']),
  from_date: queryInstant(),
  to_date: queryUntil(),
});
export type WalletBalanceQuery = QueryInput<typeof WalletBalanceQuery>;

export const walletBalanceRoutes = {
  list: route({
    service: 'wallet',
    permission: 'wallet',
    method: 'GET',
    path: '/wallets/:svc_id/balances',
    summary: 'List the balances of a wallet over time',
    query: WalletBalanceQuery,
    answer: { wallet_balances: z.array(WalletBalance) },
  }),
};
