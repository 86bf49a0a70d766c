import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { UnstyledButton } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { PriceTest, PriceTestResult } from '../../api/records.js';
import {
  codeColumn,
  instantColumn,
  linkColumn,
  moneyColumn,
  sortable,
  stateColumn,
  textColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { byId } from '../../ui/record-keys.js';

const money = (label: MessageDescriptor, cents: (test: PriceTest) => number): Column<PriceTest> =>
  moneyColumn(label, cents, (row) => row.amount_currency);

export const priceTestColumns: readonly Column<PriceTest>[] = [
  linkColumn(msg`Name`, 'priceTest', byId, (row) => row.name ?? row.plan_code),
  wide(codeColumn(msg`Plan`, (row) => row.plan_code)),
  stateColumn(msg`State`, (row) => row.status),
  wide(unitsColumn(msg`Subscriptions`, (row) => row.subscriptions_total)),
  wide(money(msg`Present prices`, (row) => row.summary.current_amount_cents)),
  wide(money(msg`Tested prices`, (row) => row.summary.tested_amount_cents)),
  money(msg`Difference`, (row) => row.summary.difference_amount_cents),
  wide(
    sortable(
      'created_at',
      instantColumn(msg`Created`, (row) => row.created_at),
    ),
  ),
];

export const unpricedTexts: Record<NonNullable<PriceTestResult['unpriced_reason']>, MessageDescriptor> = {
  own_prices: msg`It has prices of its own, which stay.`,
  period_before_start: msg`It began after this period.`,
  not_computable: msg`An amount is out of range.`,
};

/** Why a subscription has no amounts, or whether its bill may differ from them. */
function Note({ result }: { result: PriceTestResult }) {
  const { t } = useLingui();
  if (result.unpriced_reason !== null) return t(unpricedTexts[result.unpriced_reason]);
  return result.estimate_reasons.length > 0 ? t`The bill may differ` : null;
}

/** @param onOpen shows both prices of a subscription side by side */
export function resultColumns(
  currency: string,
  onOpen: (subscription: string) => void,
): readonly Column<PriceTestResult>[] {
  const sum = (
    sort: 'current_amount_cents' | 'tested_amount_cents' | 'difference_amount_cents',
    label: MessageDescriptor,
  ): Column<PriceTestResult> =>
    sortable(
      sort,
      moneyColumn(
        label,
        (row) => row[sort],
        () => currency,
      ),
    );
  return [
    {
      label: msg`Subscription`,
      cell: (row) => (
        <UnstyledButton className="record-link" dir="auto" onClick={() => onOpen(row.external_subscription_id)}>
          {row.external_subscription_id}
        </UnstyledButton>
      ),
      csv: (row) => row.external_subscription_id,
    },
    textColumn(msg`Customer`, (row) => row.customer_name ?? row.external_customer_id),
    wide(sum('current_amount_cents', msg`Present prices`)),
    wide(sum('tested_amount_cents', msg`Tested prices`)),
    sum('difference_amount_cents', msg`Difference`),
    wide({
      label: msg`Note`,
      cell: (row) => <Note result={row} />,
      csv: (row) => row.unpriced_reason ?? row.estimate_reasons.join(' '),
    }),
  ];
}
