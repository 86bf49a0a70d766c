import { Trans } from '@lingui/react/macro';
import { Price, Units } from '../../../ui/values.js';
import type { PriceProps } from './price-props.js';

export function PackagePrice({ properties, unit }: PriceProps<'package'>) {
  return (
    <p>
      <Trans>
        <Price amount={properties.amount} {...unit} /> for every started package of{' '}
        <Units value={properties.package_size} /> units. Free units: <Units value={properties.free_units} />.
      </Trans>
    </p>
  );
}
