import type { ReactNode } from 'react';
import { Title } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { CurrencyMonth, MonthToDate } from '../../api/records.js';
import { CallError } from '../../frame/call-error.js';
import { dateText } from '../../frame/dates.js';
import { useMembership, useRead } from '../../frame/membership.js';
import { Instant } from '../../ui/instant.js';
import { Amount } from '../../ui/values.js';
import { Ageing } from './ageing.js';
import { invoicedRows, openRows, paymentRows, refundRows } from '../../ui/figure-lists.js';
import { Movements } from './movements.js';
import { MonthShape } from './month-shape.js';
import { RowsLink, type RowsPlace } from '../../ui/rows-link.js';

/** The figures of the running month in each currency, beside those of the previous month to the same day. */
export function Month() {
  const { t } = useLingui();
  const { may, organization } = useMembership();
  const isAllowed = may('analytics:view');
  const { data, error, isPending } = useRead({ path: '/analytics/month_to_date' }, { enabled: isAllowed });
  if (!isAllowed) return null;
  const month = data?.month_to_date;
  return (
    <section className="month" aria-label={t`This month`}>
      <CallError error={error} />
      {isPending && !error ? <MonthShape /> : null}
      {month ? (
        <>
          {usualFirst(month.currencies, organization.default_currency).map((figures) => (
            <Figures key={figures.currency} month={month} figures={figures} isNamed={month.currencies.length > 1} />
          ))}
          {month.currencies.length === 0 ? (
            <p className="empty">{t`No amounts yet. They appear with the first invoice, payment or subscription.`}</p>
          ) : null}
          <p className="nothing">
            {t`As of`} <Instant iso={month.as_of} />
          </p>
        </>
      ) : null}
    </section>
  );
}

/** The currency of the organization first. */
const usualFirst = (all: readonly CurrencyMonth[], usual: string | null): readonly CurrencyMonth[] =>
  [...all].sort((one, other) => Number(other.currency === usual) - Number(one.currency === usual));

function Figures({ month, figures, isNamed }: { month: MonthToDate; figures: CurrencyMonth; isNamed: boolean }) {
  const { t, i18n } = useLingui();
  const { currency, invoiced, previous_invoiced: formerInvoiced, collected, open, mrr } = figures;
  const day = dateText(month.previous_last_day, i18n.locale);
  const invoices = invoiced.invoices_count.toLocaleString(i18n.locale);
  return (
    <>
      {isNamed ? <Title order={2}>{currency}</Title> : null}
      <div className="figures">
        <Figure
          label={t`Invoiced without taxes`}
          cents={invoiced.amount_excluding_taxes_cents}
          previous={formerInvoiced.amount_excluding_taxes_cents}
          then={t`Last month until ${day}`}
          currency={currency}
          to="/$organization/invoices"
          search={invoicedRows(month, currency)}
        >
          {t`With taxes`} <Amount cents={invoiced.amount_cents} currency={currency} /> · {t`Invoices: ${invoices}`}
        </Figure>
        <Figure
          label={t`Collected`}
          cents={collected.amount_cents}
          previous={figures.previous_collected.amount_cents}
          then={t`Last month until ${day}`}
          currency={currency}
          to="/$organization/payments"
          search={paymentRows(month, currency)}
        >
          {t`Payments`} <Amount cents={collected.payments_amount_cents} currency={currency} />
          {' · '}
          <RowsLink to="/$organization/credit-notes" search={refundRows(month, currency)}>
            {t`Refunds`} <Amount cents={collected.refunds_amount_cents} currency={currency} />
          </RowsLink>
        </Figure>
        <Figure
          label={t`Open`}
          cents={open.amount_cents}
          previous={open.previous_amount_cents}
          then={t`On ${day}`}
          currency={currency}
          to="/$organization/invoices"
          search={openRows(currency)}
        >
          <Ageing currency={currency} buckets={open.ageing} />
        </Figure>
        <Figure
          label={t`Monthly recurring revenue`}
          cents={mrr.amount_cents}
          previous={mrr.previous_amount_cents}
          then={t`On ${day}`}
          currency={currency}
          to="/$organization/analytics/customer-mrr"
          search={{ currency }}
        >
          <Movements currency={currency} mrr={mrr} />
        </Figure>
      </div>
    </>
  );
}

/** An amount that opens its rows, with the amount to compare it with. */
function Figure({
  label,
  cents,
  previous,
  then,
  currency,
  to,
  search,
  children,
}: RowsPlace & {
  label: string;
  cents: number;
  previous: number;
  /** When the previous amount was so. */
  then: string;
  currency: string;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const [arrow, meaning] = cents > previous ? ['↑', t`more`] : cents < previous ? ['↓', t`less`] : ['=', t`the same`];
  return (
    <section className="figure" aria-label={`${label} ${currency}`}>
      <h3>{label}</h3>
      <p className="big">
        <RowsLink to={to} search={search}>
          <Amount cents={cents} currency={currency} />
        </RowsLink>
      </p>
      <p className="then">
        <span aria-hidden>{arrow}</span>
        <span className="hidden">{meaning}</span> {then}: <Amount cents={previous} currency={currency} />
      </p>
      <div className="beneath">{children}</div>
    </section>
  );
}
