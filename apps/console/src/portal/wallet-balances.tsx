import { useState } from 'react';
import { NativeSelect, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { stepText } from '../frame/dates.js';
import { Steps } from '../ui/charts.js';
import { moneyText } from '../ui/money.js';
import { Amount, Day, Units } from '../ui/values.js';
import { balanceSeriesQuery, type Wallet, type WalletBalance } from './calls.js';
import { AsTable, Read } from './parts.js';

const dayMs = 86_400_000;
const [standard, long] = [30, 90];

/** The balance of a wallet over the last days, as a chart and as a table, and when its credits end. */
export function WalletBalances({ wallet }: { wallet: Wallet }) {
  const { t } = useLingui();
  const [days, setDays] = useState(standard);
  const ofMonth = useQuery(balanceSeriesQuery(wallet.svc_id, null));
  // The last balance is the present one: its instant is that of the service, whose clock may be the one of a sandbox.
  const now = ofMonth.data?.wallet_balances.at(-1)?.at;
  const since = days === long && now !== undefined ? new Date(Date.parse(now) - long * dayMs).toISOString() : null;
  // An open table stays open.
  const series = useQuery({ ...balanceSeriesQuery(wallet.svc_id, since), placeholderData: keepPreviousData });
  return (
    <>
      <NativeSelect
        label={t`Balance over time`}
        data={[standard, long].map((span) => ({ value: String(span), label: t`The last ${span} days` }))}
        value={String(days)}
        onChange={({ currentTarget: { value } }) => setDays(Number(value))}
      />
      <Read of={series}>
        {({ wallet_balances: balances, projected_empty_on: end }) => (
          <>
            {end === null ? null : (
              <Text>
                <Trans>
                  At the pace of the last 30 days, the credits end on <Day date={end} />.
                </Trans>
              </Text>
            )}
            <Balances balances={balances} currency={wallet.currency} />
          </>
        )}
      </Read>
    </>
  );
}

function Balances({ balances, currency }: { balances: readonly WalletBalance[]; currency: string }) {
  const { t, i18n } = useLingui();
  const label = t`Balance over time`;
  const textOf = (iso: string) => stepText(iso, i18n.locale, false);
  return (
    <>
      <Steps
        levels={balances.map(({ at, balance_cents: value }) => ({ at, value }))}
        label={label}
        instantText={textOf}
        valueText={(cents) => moneyText(cents, currency, i18n.locale)}
      />
      <AsTable label={label}>
        <thead>
          <tr>
            <th>
              <Trans>At the end of</Trans>
            </th>
            <th className="right">
              <Trans>Credits</Trans>
            </th>
            <th className="right">
              <Trans>Balance</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {[...balances].reverse().map(({ at, credits_balance: credits, balance_cents: cents }) => (
            <tr key={at}>
              <th scope="row">{textOf(at)}</th>
              <td className="right">
                <Units value={credits} />
              </td>
              <td className="right">
                <Amount cents={cents} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </AsTable>
    </>
  );
}
