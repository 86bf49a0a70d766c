import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { DescriptionList } from '../../../ui/detail-page.js';
import { Loading } from '../../../ui/loading.js';
import { Amount } from '../../../ui/values.js';
import { Failed } from './failed.js';
import { usePrices, type PlanDraft, type PlanPrices } from './price-call.js';

const nothing = { points: [], chosen: [] };

/** The price of a plan without usage. */
export function FixedPrice({ plan }: { plan: Omit<PlanDraft, 'name' | 'code'> }) {
  const { t } = useLingui();
  const { data, error, refetch } = usePrices(plan, null, {}, nothing);
  return (
    <>
      <Failed error={error} onRetry={() => void refetch()} />
      {data || error ? null : <Loading label={t`Price`} />}
      {data && !error ? (
        <FixedAmounts prices={data.prices} total={data.prices.quantities[0]?.total_amount_cents} />
      ) : null}
    </>
  );
}

/** The amounts of each period that no usage changes. @param total with the commitment, where it is shown */
export function FixedAmounts({ prices, total }: { prices: PlanPrices; total?: number | undefined }) {
  const { amount_currency: currency } = prices;
  return (
    <DescriptionList
      items={[
        [msg`Amount of each period`, <Amount cents={prices.subscription_amount_cents} currency={currency} />],
        prices.fixed_charges.length > 0
          ? [msg`Fixed charges`, <Amount cents={prices.fixed_charges_amount_cents} currency={currency} />]
          : null,
        total === undefined
          ? null
          : [
              msg`Total of the plan`,
              <span className="big">
                <Amount cents={total} currency={currency} />
              </span>,
            ],
      ]}
    />
  );
}
