import { TextInput } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Column } from '../../../ui/columns.js';
import { RecordTable } from '../../../ui/record-table.js';
import { Amount, Nothing, Price } from '../../../ui/values.js';
import { rowsOf, type PriceRow } from './price-rows.js';
import type { Answered } from './price-call.js';

interface Props {
  answered: Answered;
  code: string;
  /** The quantities as typed. */
  texts: readonly string[];
  /** The typed quantities as decimals; null for a text that is none. */
  read: readonly (string | null)[];
  onType(place: number, text: string): void;
  onDescribe(place: number): void;
}

interface ChosenRow {
  place: number;
  price: PriceRow | undefined;
}

/** Quantities that a person chooses, with their prices. */
export function ChosenQuantities({ answered, code, texts, read, onType, onDescribe }: Props) {
  const { t } = useLingui();
  const { amount_currency: currency } = answered.prices;
  const answers = rowsOf(answered, code).slice(answered.points.length);
  // A quantity without its answer yet has no price, rather than that of another one.
  const rows: ChosenRow[] = texts.map((_, place) => ({
    place,
    price: answers.find(({ units }) => units === read[place]),
  }));
  const describe = ({ price }: ChosenRow) => {
    if (price) onDescribe(price.place);
  };
  const columns: readonly Column<ChosenRow>[] = [
    {
      label: msg`Quantity`,
      cell: (row) => {
        const number = row.place + 1;
        return (
          <TextInput
            size="xs"
            inputMode="decimal"
            aria-label={t`Quantity ${number}`}
            value={texts[row.place] ?? ''}
            error={read[row.place] === null ? t`Enter a number as your language writes it.` : undefined}
            onChange={({ currentTarget }) => onType(row.place, currentTarget.value)}
            onFocus={() => describe(row)}
            onMouseEnter={() => describe(row)}
          />
        );
      },
      csv: ({ place }) => read[place] ?? '',
    },
    cell(msg`Amount`, ({ cents }) => <Amount cents={cents} currency={currency} />),
    cell(msg`Price of a unit`, ({ unitPrice }) => <Price amount={unitPrice} currency={currency} />),
    cell(msg`Total of the plan`, ({ totalCents }) => <Amount cents={totalCents} currency={currency} />),
  ];
  return (
    <RecordTable label={t`Chosen quantities`} columns={columns} rows={rows} keyOf={({ place }) => String(place)} />
  );
}

const cell = (label: Column<ChosenRow>['label'], shown: (price: PriceRow) => React.ReactNode): Column<ChosenRow> => ({
  label,
  cell: ({ price }) => (price ? shown(price) : <Nothing />),
  csv: () => '',
  right: true,
});
