import type { ReactNode } from 'react';
import { Title } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { pickerOf } from '../../acts/field.js';
import { Picked } from '../../acts/picker-field.js';
import type { PriceTest } from '../../api/records.js';
import { CallError } from '../../frame/call-error.js';
import { useRead } from '../../frame/membership.js';
import { Curve } from '../../ui/charts.js';
import { moneyColumn, textColumn, type Column } from '../../ui/columns.js';
import { moneyText } from '../../ui/money.js';
import { RecordTable } from '../../ui/record-table.js';
import { useAddress } from '../../ui/use-address.js';
import { Amount, Nothing, Units } from '../../ui/values.js';

interface Figure {
  label: MessageDescriptor;
  of(test: PriceTest): ReactNode;
  /** The filters of the results that it counts. */
  rows?: Record<string, string>;
}

const money = (label: MessageDescriptor, cents: (summary: PriceTest['summary']) => number): Figure => ({
  label,
  of: ({ summary, amount_currency: currency }) => <Amount cents={cents(summary)} currency={currency} />,
});
const count = (
  label: MessageDescriptor,
  number: (test: PriceTest) => number,
  rows?: Record<string, string>,
): Figure => ({
  label,
  of: (test) => <Units value={number(test)} />,
  ...(rows ? { rows } : {}),
});

const figures: readonly Figure[] = [
  money(msg`Present prices`, (summary) => summary.current_amount_cents),
  money(msg`Tested prices`, (summary) => summary.tested_amount_cents),
  money(msg`Difference`, (summary) => summary.difference_amount_cents),
  count(msg`Subscriptions that cost more`, ({ summary }) => summary.more_count, { direction: 'more' }),
  count(msg`Subscriptions that cost less`, ({ summary }) => summary.less_count, { direction: 'less' }),
  count(msg`Subscriptions that cost the same`, ({ summary }) => summary.same_count, { direction: 'same' }),
  count(msg`Subscriptions without amounts`, ({ summary }) => summary.unpriced_count, { direction: 'unpriced' }),
  count(msg`Subscriptions whose bill may differ`, ({ summary }) => summary.estimated_count),
  count(
    msg`Subscriptions that reach the minimum commitment only with the tested prices`,
    ({ summary }) => summary.reached_commitment_count,
    { commitment: 'reached' },
  ),
  count(
    msg`Subscriptions that reach the minimum commitment only with the present prices`,
    ({ summary }) => summary.left_commitment_count,
    { commitment: 'left' },
  ),
];

const testPicker = pickerOf(
  (text) => ({ path: '/price_tests', query: { per_page: '20', ...(text === '' ? {} : { search_term: text }) } }),
  ({ price_tests: tests }) =>
    tests.map(({ svc_id: id, name, plan_code: code, created_at: at }) => ({
      value: id,
      label: `${name ?? code} · ${at.replace('T', ' ').replace('Z', '')}`,
    })),
);

/** A figure of the test, which leads to its rows among the results. */
function ToRows({ figure, test }: { figure: Figure; test: PriceTest }) {
  const { search } = useAddress();
  const { with: compared = '' } = search;
  if (figure.rows === undefined) return figure.of(test);
  return (
    <Link to="." search={{ ...(compared === '' ? {} : { with: compared }), ...figure.rows }}>
      {figure.of(test)}
    </Link>
  );
}

/** The sums of a test, beside those of another one that the address names. */
export function Summary({ test }: { test: PriceTest }) {
  const { t } = useLingui();
  const { search, change } = useAddress();
  const id = search['with'] ?? '';
  const { data, error } = useRead(
    { path: '/price_tests/{svc_id}', values: { svc_id: id } },
    { enabled: id !== '' && id !== test.svc_id },
  );
  const other = id === '' ? undefined : id === test.svc_id ? test : data?.price_test;
  const columns: readonly Column<Figure>[] = [
    { label: msg`Figure`, cell: ({ label }) => t(label), csv: ({ label }) => t(label) },
    { label: msg`This test`, cell: (figure) => <ToRows figure={figure} test={test} />, csv: () => '', right: true },
    ...(other
      ? [
          {
            label: msg`Other test`,
            cell: (figure: Figure) => figure.of(other),
            csv: () => '',
            right: true,
          },
        ]
      : []),
  ];
  return (
    <section className="part">
      <header>
        <Title order={2}>{t`Sums`}</Title>
        <div className="actions">
          <Picked
            picker={testPicker}
            size="xs"
            aria-label={t`Compare with another test`}
            placeholder={t`Compare with another test`}
            value={id}
            onPick={(chosen) => change({ with: chosen })}
            isOptional
          />
        </div>
      </header>
      <CallError error={error} />
      <RecordTable label={t`Sums`} columns={columns} rows={figures} keyOf={({ label }) => label.id ?? ''} />
      <p className="nothing">
        <Trans>Amounts are those of a whole period, before coupons and taxes.</Trans>
      </p>
      <Distribution test={test} />
    </section>
  );
}

interface Decile {
  percent: number;
  cents: number;
}

const percentOfDecile = 10;

const decileColumns = (currency: string): readonly Column<Decile>[] => [
  textColumn(msg`Part of the subscriptions, %`, ({ percent }) => percent),
  moneyColumn(
    msg`Their difference is at most`,
    ({ cents }) => cents,
    () => currency,
  ),
];

/** The differences of tenths of the subscriptions, as a curve and as a table. */
function Distribution({ test: { summary, amount_currency: currency } }: { test: PriceTest }) {
  const { t, i18n } = useLingui();
  const deciles = summary.difference_deciles.map((cents, place) => ({ percent: (place + 1) * percentOfDecile, cents }));
  if (deciles.length === 0) return <Nothing />;
  const label = t`Differences of tenths of the subscriptions`;
  return (
    <>
      <Curve
        points={deciles.map(({ percent, cents }) => ({ x: percent, y: cents }))}
        dots={[]}
        marks={[]}
        isLogarithmic={false}
        label={label}
        quantityText={(x) => `${x} %`}
        valueText={(y) => moneyText(y, currency, i18n.locale)}
        isWhole
        chosen={null}
        onChoose={() => undefined}
      />
      <details>
        <summary>{label}</summary>
        <RecordTable
          label={label}
          columns={decileColumns(currency)}
          rows={deciles}
          keyOf={({ percent }) => String(percent)}
        />
      </details>
    </>
  );
}
