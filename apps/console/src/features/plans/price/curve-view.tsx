import { useState } from 'react';
import { Group, SegmentedControl, UnstyledButton } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Curve } from '../../../ui/charts.js';
import type { Column } from '../../../ui/columns.js';
import { decimalText, moneyText, priceText } from '../../../ui/money.js';
import { RecordTable } from '../../../ui/record-table.js';
import { Units } from '../../../ui/values.js';
import { priceColumns, rowsOf, type PriceRow } from './price-rows.js';
import type { MonthDot } from './month-rows.js';
import type { Answered } from './price-call.js';
import type { Scale } from './quantities.js';

/** Digits of the texts along the axis; the tables have all. */
const axisPlaces = 6;

interface Props {
  answered: Answered;
  code: string;
  marks: readonly number[];
  scale: Scale;
  onScale(scale: Scale): void;
  dots: readonly MonthDot[];
  described: number | null;
  onDescribe(place: number): void;
}

type View = 'amount' | 'average';

/** A charge over quantities in two views, linear or logarithmic, and the same as a table for the keyboard. */
export function CurveView({ answered, code, marks, scale, onScale, dots, described, onDescribe }: Props) {
  const { t, i18n } = useLingui();
  const [view, setView] = useState<View>('amount');
  const { amount_currency: currency } = answered.prices;
  const rows = rowsOf(answered, code).slice(0, answered.points.length);
  const isAmount = view === 'amount';
  const heightOf = ({ cents, unitPrice }: Pick<PriceRow, 'cents' | 'unitPrice'>) =>
    Number(isAmount ? cents : unitPrice);
  const columns: readonly Column<PriceRow>[] = [
    {
      label: msg`Quantity`,
      cell: (row) => (
        <UnstyledButton
          className="record-link"
          onFocus={() => onDescribe(row.place)}
          onMouseEnter={() => onDescribe(row.place)}
        >
          <Units value={row.units} />
        </UnstyledButton>
      ),
      csv: (row) => row.units,
    },
    ...priceColumns(currency),
  ];
  return (
    <>
      <Group gap="xs" mt="xs">
        <SegmentedControl
          size="xs"
          aria-label={t`Shown`}
          value={view}
          onChange={setView}
          data={[
            { value: 'amount', label: t`Amount` },
            { value: 'average', label: t`Average price of a unit` },
          ]}
        />
        <SegmentedControl
          size="xs"
          aria-label={t`Scale`}
          value={scale}
          onChange={onScale}
          data={[
            { value: 'linear', label: t`Linear` },
            { value: 'logarithmic', label: t`Logarithmic` },
          ]}
        />
      </Group>
      <Curve
        points={rows.map((row) => ({ x: Number(row.units), y: heightOf(row) }))}
        dots={dots.map((dot) => ({ x: Number(dot.units), y: heightOf(dot) }))}
        marks={marks}
        isLogarithmic={scale === 'logarithmic'}
        label={isAmount ? t`Amount by quantity` : t`Average price of a unit by quantity`}
        quantityText={(x) => decimalText(x, i18n.locale)}
        valueText={(y) =>
          isAmount ? moneyText(y, currency, i18n.locale) : priceText(String(y), currency, i18n.locale, axisPlaces)
        }
        isWhole={isAmount}
        chosen={described !== null && described < rows.length ? described : null}
        onChoose={onDescribe}
      />
      <details>
        <summary>{t`All quantities of the curve`}</summary>
        <RecordTable
          label={t`All quantities of the curve`}
          columns={columns}
          rows={rows}
          keyOf={({ place }) => String(place)}
        />
      </details>
    </>
  );
}
