import { Trans } from '@lingui/react/macro';
import type { PriceProps } from './price-props.js';
import { Ranges } from './ranges.js';

export function GraduatedPrice({ properties, unit, label }: PriceProps<'graduated'>) {
  return (
    <>
      <p>
        <Trans>Each unit has the price of the range in which it falls.</Trans>
      </p>
      <Ranges ranges={properties.graduated_ranges} unit={unit} label={label} />
    </>
  );
}
