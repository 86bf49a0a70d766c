import { z } from 'zod';
import { cents, date, decimalString, id, timestamp } from '../http/fields.js';
import { query, queryChoice, type QueryInput } from '../http/query.js';
import { queryInstant, queryUntil } from '../http/query-instants.js';
import { route } from '../http/route.js';
import { described, shape, texts } from '../http/texts.js';

/** Most points of a series. */
export const mostBalances = 400;

/** The balance of a wallet at the end of a day or an hour (UTC), or at the end of the span. */
export const WalletBalance = shape('The balance of a wallet at the end of a day or an hour (UTC), or of the span', {
  svc_wallet_id: described(id(), ...texts.walletId),
  at: described(timestamp(), 'Instant of the balance', '2026-03-31T23:59:59Z'),
  balance_cents: described(cents(), 'Value of the remaining credits, in the smallest unit of the currency', 10_000),
  credits_balance: described(decimalString(), 'Remaining credits', '100.0'),
});
export type WalletBalance = z.infer<typeof WalletBalance>;

export const WalletBalanceQuery = query({
  granularity: described(queryChoice(['day', 'hour']), 'Length of the steps', 'day'),
  from_date: described(queryInstant(), ...texts.firstDayOrInstant),
  to_date: described(queryUntil(), ...texts.lastDayOrInstant),
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
  listOfCaller: route({
    service: 'wallet',
    access: 'portal',
    permission: 'customer',
    portalSection: 'wallets',
    method: 'GET',
    path: '/portal/wallets/:svc_id/balance_series',
    summary: 'List the balances of a wallet of the calling customer over time, and when it will be empty',
    query: WalletBalanceQuery,
    answer: {
      wallet_balances: z.array(WalletBalance),
      /** Null where nothing was used, and where it is empty already. */
      projected_empty_on: described(
        date().nullable(),
        'Day on which the credits end at the pace of the last 30 days; null if no day is foreseeable',
        '2026-05-18',
      ),
    },
  }),
};
