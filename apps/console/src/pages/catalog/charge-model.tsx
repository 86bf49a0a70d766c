import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Charge, FixedCharge } from '../../api/records.js';
import { priceColumn, unitsColumn, type Column } from '../../records/columns.js';
import { RecordTable } from '../../records/record-table.js';
import { Price, Units } from '../../records/values.js';

type Properties = Charge['properties'] | FixedCharge['properties'];

/** A range of units with its prices; of percentages with a rate. */
interface Range {
  from_value: number;
  to_value?: number | null;
  per_unit_amount?: string;
  rate?: string;
  flat_amount: string;
}

/** What prices are in: a currency, or a pricing unit. */
interface Unit {
  currency: string;
  isPricingUnit: boolean;
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

function Ranges({ ranges, unit, label }: { ranges: readonly Range[]; unit: Unit; label: string }) {
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

/**
 * What a price model asks for, in words, and for ranges as a table.
 * @param label the charge, for readers of the table
 */
export function ChargeModel({ properties, unit, label }: { properties: Properties; unit: Unit; label: string }) {
  if ('graduated_ranges' in properties)
    return (
      <>
        <p>
          <Trans>Each unit has the price of the range in which it falls.</Trans>
        </p>
        <Ranges ranges={properties.graduated_ranges} unit={unit} label={label} />
      </>
    );
  if ('volume_ranges' in properties)
    return (
      <>
        <p>
          <Trans>All units have the price of the range in which their sum falls.</Trans>
        </p>
        <Ranges ranges={properties.volume_ranges} unit={unit} label={label} />
      </>
    );
  if ('graduated_percentage_ranges' in properties)
    return (
      <>
        <p>
          <Trans>Each part of the amount has the percentage of the range in which it falls.</Trans>
        </p>
        <Ranges ranges={properties.graduated_percentage_ranges} unit={unit} label={label} />
      </>
    );
  if ('package_size' in properties)
    return (
      <p>
        <Trans>
          <Price amount={properties.amount} {...unit} /> for every started package of{' '}
          <Units value={properties.package_size} /> units. Free units: <Units value={properties.free_units} />.
        </Trans>
      </p>
    );
  if ('rate' in properties) return <Percentage properties={properties} unit={unit} />;
  if ('amount' in properties)
    return (
      <p>
        <Trans>
          <Price amount={properties.amount} {...unit} /> for each unit.
        </Trans>
      </p>
    );
  return (
    <p>
      <Trans>Each event states its own price.</Trans>
    </p>
  );
}

type PercentageProperties = Extract<Properties, { rate: string }>;

function Percentage({ properties, unit }: { properties: PercentageProperties; unit: Unit }) {
  const {
    rate,
    fixed_amount: fixed,
    free_units_per_events: freeEvents,
    free_units_per_total_aggregation: freeUnits,
    per_transaction_min_amount: least,
    per_transaction_max_amount: most,
  } = properties;
  return (
    <p>
      <Trans>
        <Units value={rate} /> % of the amount.
      </Trans>{' '}
      {fixed ? (
        <Trans>
          <Price amount={fixed} {...unit} /> for each event.
        </Trans>
      ) : null}{' '}
      {freeEvents ? (
        <Trans>
          Free events: <Units value={freeEvents} />.
        </Trans>
      ) : null}{' '}
      {freeUnits ? (
        <Trans>
          Free amount: <Units value={freeUnits} />.
        </Trans>
      ) : null}{' '}
      {least ? (
        <Trans>
          At least <Price amount={least} {...unit} /> for an event.
        </Trans>
      ) : null}{' '}
      {most ? (
        <Trans>
          At most <Price amount={most} {...unit} /> for an event.
        </Trans>
      ) : null}
    </p>
  );
}
