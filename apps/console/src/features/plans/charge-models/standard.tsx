import { Trans } from '@lingui/react/macro';
import { Price } from '../../../ui/values.js';
import type { PriceProps } from './price-props.js';

export function StandardPrice({ properties, unit }: PriceProps<'standard'>) {
  return (
    <p>
      <Trans>
        <Price amount={properties.amount} {...unit} /> for each unit.
      </Trans>
    </p>
  );
}
