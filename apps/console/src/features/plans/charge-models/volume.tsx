import { Trans } from '@lingui/react/macro';
import type { PriceProps } from './price-props.js';
import { Ranges } from './ranges.js';

export function VolumePrice({ properties, unit, label }: PriceProps<'volume'>) {
  return (
    <>
      <p>
        <Trans>All units have the price of the range in which their sum falls.</Trans>
      </p>
      <Ranges ranges={properties.volume_ranges} unit={unit} label={label} />
    </>
  );
}
