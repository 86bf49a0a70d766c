import { msg } from '@lingui/core/macro';
import { priceColumn, unitsColumn, type Column } from '../../../ui/columns.js';
import { RecordTable } from '../../../ui/record-table.js';
import type { Unit } from './price-props.js';

/** A range of units with its prices; of percentages with a rate. */
interface Range {
  from_value: number;
  to_value?: number | null;
  per_unit_amount?: string;
  rate?: string;
  flat_amount: string;
}

const rangeColumns = ({ currency, isPricingUnit }: Unit, isPercentage: boolean): readonly Column<Range>[] => [
  unitsColumn(msg`From`, (row) => row.from_value),
  unitsColumn(msg`To`, (row) => row.to_value, '∞'),
  isPercentage
    ? unitsColumn(msg`Percent`, (row) => row.rate)
    : priceColumn(
        msg`For each unit`,
        (row) => row.per_unit_amount,
        () => currency,
        isPricingUnit,
      ),
  priceColumn(
    msg`For the range`,
    (row) => row.flat_amount,
    () => currency,
    isPricingUnit,
  ),
];

/** The ranges of a price as a table. */
export function Ranges({ ranges, unit, label }: { ranges: readonly Range[]; unit: Unit; label: string }) {
  const isPercentage = ranges.some(({ rate }) => rate !== undefined);
  return (
    <RecordTable
      label={label}
      columns={rangeColumns(unit, isPercentage)}
      rows={ranges}
      keyOf={({ from_value: from }) => String(from)}
    />
  );
}
