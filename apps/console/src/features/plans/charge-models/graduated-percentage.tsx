import { Trans } from '@lingui/react/macro';
import type { PriceProps } from './price-props.js';
import { Ranges } from './ranges.js';

export function GraduatedPercentagePrice({ properties, unit, label }: PriceProps<'graduated_percentage'>) {
  return (
    <>
      <p>
        <Trans>Each part of the amount has the percentage of the range in which it falls.</Trans>
      </p>
      <Ranges ranges={properties.graduated_percentage_ranges} unit={unit} label={label} />
    </>
  );
}
