import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../../api/client.js';
import type { Wallet, WalletTransaction } from '../../../api/records.js';
import type { Act } from '../../../acts/act.js';
import { actsColumn } from '../../../acts/acts-column.js';
import { Related } from '../../../ui/detail-page.js';
import { Units } from '../../../ui/values.js';
import { transactionColumns } from './columns.js';

/** Voids the remaining credits of one top-up; other credits stay (wallets, section 4). */
export const voidTransaction: Act<WalletTransaction> = {
  call: 'POST /wallet_transactions',
  permission: 'wallets:top_up',
  label: msg`Void the remaining credits`,
  isDanger: true,
  refusalOf: ({ transaction_type: type, status, remaining_amount_cents: remaining }) =>
    type === 'inbound' && status === 'settled' && (remaining ?? 0) > 0 ? null : msg`No credits of it remain.`,
  Summary: ({ record }) => (
    <Trans>
      The <Units value={record.remaining_credit_amount} /> remaining credits of this top-up pay nothing any more. They
      are not refunded.
    </Trans>
  ),
  send: async ({ headers }, { svc_wallet_id: wallet_id, svc_id: voided_transaction_id }) => {
    const wallet_transaction = { wallet_id, voided_transaction_id };
    await answerOf(api.POST('/wallet_transactions', { headers, body: { wallet_transaction } }));
  },
  done: msg`The credits are voided.`,
};

/** The top-ups and payments of a wallet. */
export const Transactions = ({ wallet }: { wallet: Wallet }) => (
  <Related
    title={msg`Transactions`}
    permission="customers:view"
    call={{
      path: '/wallets/{svc_id}/wallet_transactions',
      values: { svc_id: wallet.svc_id },
      query: { per_page: '100' },
    }}
    rowsOf={({ wallet_transactions: transactions }) => transactions}
    columns={[...transactionColumns(wallet.currency), actsColumn([voidTransaction])]}
    keyOf={({ svc_id }) => svc_id}
  />
);
