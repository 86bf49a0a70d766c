import { useState, type ReactNode } from 'react';
import { useLingui } from '@lingui/react/macro';
import type { CurrencyAmount } from '../api/records.js';
import { dateText } from '../frame/dates.js';
import { decimalOf, decimalText, moneyText, priceText } from './money.js';
import { toneOf, useEnumText } from './enum-texts.js';

/** The sign for a missing value. */
export const Nothing = () => (
  <span className="nothing" aria-hidden>
    –
  </span>
);

/** A state as a dot and its name. */
export function State({ value, children }: { value: string; children?: ReactNode }) {
  const textOf = useEnumText();
  return (
    <span className="state" data-tone={toneOf(value)}>
      {children ?? textOf(value)}
    </span>
  );
}

/** A value of an enum of the interface, in the language of the page. */
export function EnumText({ value }: { value: string | null | undefined }) {
  const textOf = useEnumText();
  return value ? textOf(value) : <Nothing />;
}

/** An amount in minor units; its exact value shows on hover. */
export function Amount({ cents, currency }: { cents: number | null | undefined; currency: string | null | undefined }) {
  const { i18n } = useLingui();
  if (typeof cents !== 'number' || !currency) return <Nothing />;
  return (
    <data className="amount" value={decimalOf(cents, currency)} title={`${decimalOf(cents, currency)} ${currency}`}>
      {moneyText(cents, currency, i18n.locale)}
    </data>
  );
}

/** Amounts of several currencies. @param amounts undefined while they are on their way */
export function Amounts({ amounts }: { amounts: readonly CurrencyAmount[] | null | undefined }) {
  if (amounts === undefined) return <span className="nothing">…</span>;
  if (amounts === null || amounts.length === 0) return <Nothing />;
  return (
    <span className="amounts">
      {amounts.map(({ currency, amount_cents: cents }) => (
        <Amount key={currency} cents={cents} currency={currency} />
      ))}
    </span>
  );
}

/** A decimal price of a currency, or of a pricing unit, whose code is no currency. */
export function Price({
  amount,
  currency,
  isPricingUnit = false,
}: {
  amount: string;
  currency: string;
  isPricingUnit?: boolean;
}) {
  const { i18n } = useLingui();
  const text = isPricingUnit
    ? `${decimalText(amount, i18n.locale)} ${currency}`
    : priceText(amount, currency, i18n.locale);
  return <data value={amount}>{text}</data>;
}

/** A decimal, such as units. @param none what stands for no value */
export function Units({ value, none = <Nothing /> }: { value: string | number | null | undefined; none?: ReactNode }) {
  const { i18n } = useLingui();
  if (value === null || value === undefined) return none;
  return <data value={String(value)}>{decimalText(value, i18n.locale)}</data>;
}

/** A date without a time. */
export function Day({ date }: { date: string | null | undefined }) {
  const { i18n } = useLingui();
  return date ? <time dateTime={date}>{dateText(date, i18n.locale)}</time> : <Nothing />;
}

const shownMs = 1_500;

/** An identifier or code, and a button that copies it. */
export function Copyable({ value }: { value: string | null | undefined }) {
  const { t } = useLingui();
  const [isCopied, setCopied] = useState(false);
  if (!value) return <Nothing />;
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    window.setTimeout(() => setCopied(false), shownMs);
  };
  return (
    <span className="copyable">
      <code>{value}</code>
      <button type="button" aria-label={t`Copy ${value}`} onClick={() => void copy()}>
        <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden fill="none" stroke="currentColor" strokeWidth="1.5">
          {isCopied ? <path d="M3 8.5l3.5 3.5L13 4.5" /> : <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />}
        </svg>
      </button>
      <span role="status" className="hidden">
        {isCopied ? t`Copied` : ''}
      </span>
    </span>
  );
}
