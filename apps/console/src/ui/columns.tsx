import type { ReactNode } from 'react';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { CurrencyAmount, NamedCustomer } from '../api/records.js';
import { nameOf } from './customer-name.js';
import { decimalOf } from './money.js';
import { RecordLink, type RecordKind } from './record-link.js';
import { Instant, type Precision } from './instant.js';
import { Amount, Amounts, Day, Nothing, Price, State, Units, EnumText } from './values.js';

/** A column of a table, on the page and in CSV. */
export interface Column<Row> {
  label: MessageDescriptor;
  cell(row: Row): ReactNode;
  csv(row: Row): string;
  /** Numbers align to the right. */
  right?: boolean;
  /** Left out on a narrow screen. */
  wide?: boolean;
  /** Takes the room that other columns leave, and cuts long values short. */
  fills?: boolean;
  /** Shows long values whole, in several lines. */
  breaks?: boolean;
  csvOnly?: boolean;
  /** Buttons, which CSV has not. */
  pageOnly?: boolean;
  /** The name by which the call sorts its list by this column. */
  sort?: string;
  /** For amounts: the currency of a row. Rows of different currencies have no order. */
  currencyOf?(row: Row): string | null;
}

type Text = string | number | null | undefined;
const textOf = (value: Text | boolean): string => String(value ?? '');

/** A column is left out on a narrow screen. */
export const wide = <Row,>(column: Column<Row>): Column<Row> => ({ ...column, wide: true });

/** A column takes the room that others leave, and is left out on a narrow screen. The page of the record shows all of it. */
export const filling = <Row,>(column: Column<Row>): Column<Row> => ({ ...column, wide: true, fills: true });

/** Data of a caller, as JSON. */
export const dataColumn = <Row,>(label: MessageDescriptor, value: (row: Row) => object): Column<Row> => {
  const json = (row: Row): string => JSON.stringify(value(row));
  return filling({ label, cell: (row) => <code title={json(row)}>{json(row)}</code>, csv: json });
};

/** A column by which the call sorts its list, under a name of the call. */
export const sortable = <Row,>(sort: string, column: Column<Row>): Column<Row> => ({ ...column, sort });

/** A record by its name, which leads to its page; nothing without an identifier. */
export const linkColumn = <Row,>(
  label: MessageDescriptor,
  kind: RecordKind,
  id: (row: NoInfer<Row>) => string,
  name: (row: NoInfer<Row>) => Text = id,
): Column<Row> => ({
  label,
  cell: (row) =>
    id(row) === '' ? (
      <Nothing />
    ) : (
      <RecordLink kind={kind} id={id(row)}>
        {textOf(name(row)) || id(row)}
      </RecordLink>
    ),
  csv: (row) => textOf(name(row)) || id(row),
});

export const textColumn = <Row,>(label: MessageDescriptor, value: (row: Row) => Text): Column<Row> => ({
  label,
  cell: (row) => textOf(value(row)) || <Nothing />,
  csv: (row) => textOf(value(row)),
});

export const codeColumn = <Row,>(label: MessageDescriptor, value: (row: Row) => Text): Column<Row> => ({
  label,
  cell: (row) => (textOf(value(row)) === '' ? <Nothing /> : <code>{textOf(value(row))}</code>),
  csv: (row) => textOf(value(row)),
});

/** @param shown what stands beside the dot, instead of the state's name */
export const stateColumn = <Row,>(
  label: MessageDescriptor,
  value: (row: Row) => string | null,
  shown?: (row: Row) => ReactNode,
): Column<Row> => ({
  label,
  cell: (row) => {
    const state = value(row);
    return state === null ? <Nothing /> : <State value={state}>{shown?.(row)}</State>;
  },
  csv: (row) => value(row) ?? '',
});

export const enumColumn = <Row,>(
  label: MessageDescriptor,
  value: (row: Row) => string | null | undefined,
): Column<Row> => ({
  label,
  cell: (row) => <EnumText value={value(row)} />,
  csv: (row) => value(row) ?? '',
});

export const moneyColumn = <Row,>(
  label: MessageDescriptor,
  cents: (row: Row) => number | null,
  currency: (row: Row) => string | null,
): Column<Row> => ({
  label,
  cell: (row) => <Amount cents={cents(row)} currency={currency(row)} />,
  csv: (row) => {
    const [amount, code] = [cents(row), currency(row)];
    return amount === null || code === null ? '' : decimalOf(amount, code);
  },
  right: true,
  currencyOf: currency,
});

/** Amounts of several currencies. @param amounts undefined while they are on their way, null where the person may not see them */
export const amountsColumn = <Row,>(
  label: MessageDescriptor,
  amounts: (row: Row) => readonly CurrencyAmount[] | null | undefined,
): Column<Row> => ({
  label,
  cell: (row) => <Amounts amounts={amounts(row)} />,
  csv: (row) =>
    (amounts(row) ?? [])
      .map(({ amount_cents: cents, currency }) => `${decimalOf(cents, currency)} ${currency}`)
      .join('; '),
  right: true,
});

/** The amount of a row, under the names that most resources have. */
export const amountColumn = <
  Row extends { amount_cents: number | null; amount_currency: string | null },
>(): Column<Row> =>
  moneyColumn(
    msg`Amount`,
    (row) => row.amount_cents,
    (row) => row.amount_currency,
  );

/** The currency of a row's amounts. Pages show it with each amount; CSV has a column of it. */
export const currencyColumn = <Row,>(value: (row: Row) => string | null): Column<Row> => ({
  ...codeColumn(msg`Currency`, value),
  csvOnly: true,
});

/** A decimal price, such as that of a unit. @param isPricingUnit whether its currency is a pricing unit */
export const priceColumn = <Row,>(
  label: MessageDescriptor,
  amount: (row: Row) => string | null | undefined,
  currency: (row: Row) => string,
  isPricingUnit = false,
): Column<Row> => ({
  label,
  cell: (row) => {
    const decimal = amount(row);
    return decimal ? <Price amount={decimal} currency={currency(row)} isPricingUnit={isPricingUnit} /> : <Nothing />;
  },
  csv: (row) => amount(row) ?? '',
  right: true,
});

/** @param none what stands for no value */
export const unitsColumn = <Row,>(
  label: MessageDescriptor,
  value: (row: Row) => string | number | null | undefined,
  none?: string,
): Column<Row> => ({
  label,
  cell: (row) => <Units value={value(row)} none={none} />,
  csv: (row) => textOf(value(row)),
  right: true,
});

export const dayColumn = <Row,>(label: MessageDescriptor, value: (row: Row) => string | null): Column<Row> => ({
  label,
  cell: (row) => <Day date={value(row)} />,
  csv: (row) => value(row) ?? '',
});

/** @param zone that of the row's customer, where the row has it */
export const instantColumn = <Row,>(
  label: MessageDescriptor,
  value: (row: Row) => string | null | undefined,
  zone: (row: Row) => string | undefined = () => undefined,
  precision: Precision = 'minutes',
): Column<Row> => ({
  label,
  cell: (row) => <Instant iso={value(row)} zone={zone(row)} precision={precision} />,
  csv: (row) => value(row) ?? '',
});

/** An instant with its seconds, for logs and events. */
export const preciseColumn = <Row,>(
  label: MessageDescriptor,
  value: (row: Row) => string | null | undefined,
): Column<Row> => instantColumn(label, value, undefined, 'seconds');

/** A row whose call adds its customer by `expand`; the person may not be allowed to read it. */
export interface OfCustomer {
  customer?: NamedCustomer | null;
}

/** The call of a list, with the customer of each row. */
export const withCustomers = { 'expand[]': ['customer'] };

/** The time zone of a row's customer; undefined without it: then that of the page. */
export const zoneOf = ({ customer }: OfCustomer): string | undefined => customer?.applicable_timezone;

/** An instant in the time zone of the row's customer. */
export const customerInstantColumn = <Row extends OfCustomer>(
  label: MessageDescriptor,
  value: (row: Row) => string | null | undefined,
): Column<Row> => instantColumn(label, value, zoneOf);

/** The customer of a row by its name. */
export const customerColumn = <Row extends OfCustomer>(externalId: (row: NoInfer<Row>) => string): Column<Row> =>
  linkColumn<Row>(msg`Customer`, 'customer', externalId, (row) => (row.customer ? nameOf(row.customer) : null));
