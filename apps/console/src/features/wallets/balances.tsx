import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Wallet, WalletBalance } from '../../api/records.js';
import { CallError } from '../../frame/call-error.js';
import { stepText } from '../../frame/dates.js';
import { useRead } from '../../frame/membership.js';
import { moneyColumn, textColumn, unitsColumn, wide, type Column } from '../../ui/columns.js';
import { Section } from '../../ui/detail-page.js';
import { Filters, queryOf, type Filter } from '../../ui/filters.js';
import { moneyText } from '../../ui/money.js';
import { RecordTable } from '../../ui/record-table.js';
import { Steps } from '../../ui/charts.js';
import { useAddress } from '../../ui/use-address.js';

const filters: readonly Filter[] = [
  { name: 'granularity', label: msg`Steps`, kind: 'choice', values: ['day', 'hour'] },
  { name: 'from_date', label: msg`From`, kind: 'date' },
  { name: 'to_date', label: msg`Until`, kind: 'date' },
];

/** The balance of a wallet over time: a chart with its table. */
export function WalletBalances({ wallet: { svc_id: id, currency } }: { wallet: Wallet }) {
  const { t, i18n } = useLingui();
  const { search, change } = useAddress();
  const { data, error } = useRead(
    { path: '/wallets/{svc_id}/balances', values: { svc_id: id }, query: queryOf(filters, search) },
    { keepsLast: true },
  );
  const balances = data?.wallet_balances ?? [];
  const label = t`Balance over time`;
  const textOf = (iso: string) => stepText(iso, i18n.locale, search.granularity === 'hour');
  const columns: readonly Column<WalletBalance>[] = [
    textColumn(msg`Until`, (row) => textOf(row.at)),
    wide(unitsColumn(msg`Credits`, (row) => row.credits_balance)),
    moneyColumn(
      msg`Balance`,
      (row) => row.balance_cents,
      () => currency,
    ),
  ];
  return (
    <Section title={msg`Balance over time`}>
      <Filters filters={filters} search={search} onChange={change} />
      <CallError error={error} />
      {balances.length > 0 ? (
        <div className="report">
          <Steps
            levels={balances.map(({ at, balance_cents: value }) => ({ at, value }))}
            label={label}
            instantText={textOf}
            valueText={(cents) => moneyText(cents, currency, i18n.locale)}
          />
          <RecordTable label={label} columns={columns} rows={[...balances].reverse()} keyOf={({ at }) => at} />
        </div>
      ) : null}
    </Section>
  );
}
