import { Trans } from '@lingui/react/macro';
import { Price, Units } from '../../../ui/values.js';
import type { PriceProps } from './price-props.js';

export function PercentagePrice({ properties, unit }: PriceProps<'percentage'>) {
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
