import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import { withCustomers, zoneOf } from '../../ui/columns.js';
import { CustomerLink } from '../../ui/customer-link.js';
import { DescriptionList, DetailPage, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Amount, Copyable, Price, Units } from '../../ui/values.js';
import { WalletBalances } from './balances.js';
import { walletActs } from './parts/acts.js';
import { Alerts } from './parts/alerts.js';
import { setLimits } from './parts/limits.js';
import { Rules } from './parts/rules.js';
import { Transactions } from './parts/transactions.js';

const acts = [...walletActs, setLimits];

/** A wallet, its transactions, and the rules of its top-ups. */
export function Wallet() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/wallets/{svc_id}', values: { svc_id: id }, query: withCustomers }}
      parent={{ label: msg`Wallets`, to: '/$organization/wallets' }}
      headOf={({ wallet }) => ({
        name: wallet.name || wallet.code,
        id: wallet.svc_id,
        state: wallet.status,
        zone: zoneOf(wallet),
      })}
      actions={({ wallet }) => <Acts acts={acts} record={wallet} />}
    >
      {({ wallet }) => (
        <>
          <DescriptionList
            items={[
              [
                msg`Balance`,
                <span className="big">
                  <Amount cents={wallet.balance_cents} currency={wallet.currency} />
                </span>,
              ],
              [msg`Ongoing balance`, <Amount cents={wallet.ongoing_balance_cents} currency={wallet.currency} />],
              [
                msg`Usage of current periods`,
                <Amount cents={wallet.ongoing_usage_balance_cents} currency={wallet.currency} />,
              ],
              [msg`Credits`, <Units value={wallet.credits_balance} />],
              [msg`Consumed credits`, <Units value={wallet.consumed_credits} />],
              [msg`Value of a credit`, <Price amount={wallet.rate_amount} currency={wallet.currency} />],
              [msg`Customer`, <CustomerLink id={wallet.external_customer_id} customer={wallet.customer} />],
              [msg`Code`, <Copyable value={wallet.code} />],
              [msg`Priority`, <Units value={wallet.priority} />],
              [
                msg`Minimum purchase`,
                <Amount cents={wallet.paid_top_up_min_amount_cents} currency={wallet.currency} />,
              ],
              [
                msg`Maximum purchase`,
                <Amount cents={wallet.paid_top_up_max_amount_cents} currency={wallet.currency} />,
              ],
              [msg`Expires`, <Instant iso={wallet.expiration_at} focusable />],
              [msg`Terminated`, <Instant iso={wallet.terminated_at} focusable />],
              [msg`Created`, <Instant iso={wallet.created_at} focusable />],
            ]}
          />
          <WalletBalances wallet={wallet} />
          <Transactions wallet={wallet} />
          <Rules wallet={wallet} />
          <Alerts wallet={wallet} />
        </>
      )}
    </DetailPage>
  );
}
