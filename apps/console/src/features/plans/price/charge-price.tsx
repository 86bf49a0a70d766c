import { useState } from 'react';
import { NativeSelect } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { decimalOfTyped, typedOfDecimal } from '../../../acts/typed.js';
import type { Charge } from '../../../api/records.js';
import { Loading } from '../../../ui/loading.js';
import { curveOf } from '../charge-models/price-fields.js';
import { ChosenQuantities } from './chosen.js';
import { CurveView } from './curve-view.js';
import { Failed } from './failed.js';
import { filtersOf } from './filters.js';
import { FixedAmounts } from './fixed-price.js';
import { Months } from './months.js';
import type { MonthDot } from './month-rows.js';
import { usePrices, type ChargeDraft, type PlanDraft, type PlanForm } from './price-call.js';
import { proposedQuantities, quantitiesOf, type Scale } from './quantities.js';
import { EstimateReasons } from './reasons.js';
import { Story } from './story.js';

interface Props {
  form: PlanForm;
  plan: Omit<PlanDraft, 'name' | 'code'>;
  charge: ChargeDraft;
}

/** The price of one charge over quantities: as a curve, and for chosen ones as a table. */
export function ChargePrice({ form, plan, charge }: Props) {
  const { t, i18n } = useLingui();
  const [scale, setScale] = useState<Scale>('linear');
  const [typed, setTyped] = useState<Record<number, string>>({});
  const [filter, setFilter] = useState('0');
  const [dots, setDots] = useState<readonly MonthDot[]>([]);
  const [described, setDescribed] = useState<number | null>(null);
  const priced = charge as ChargeDraft & Pick<Charge, 'charge_model' | 'properties'>;
  const filters = filtersOf(charge);
  const chosenFilter = filters[Number(filter)] ?? filters[0];
  const curve = curveOf({ ...priced, properties: chosenFilter?.prices ?? priced.properties });
  const texts = proposedQuantities(curve).map((text, place) => typed[place] ?? typedOfDecimal(text, i18n.locale));
  const read = texts.map((text) => decimalOfTyped(text, i18n.locale)).map((one) => (one?.startsWith('-') ? null : one));
  const requested = { points: quantitiesOf(curve, scale), chosen: read.filter((one) => one !== null) };
  const { data, error, isFetching, refetch } = usePrices(plan, charge, chosenFilter?.properties ?? {}, requested);
  const currency = plan.amount_currency;
  return (
    <>
      <Failed error={error} onRetry={() => void refetch()} />
      {data || error ? null : <Loading label={t`Price by quantity`} />}
      {data && !error ? (
        <div aria-busy={isFetching}>
          {filters.length > 1 ? (
            <NativeSelect
              label={t`Events`}
              value={filter}
              data={filters.map(({ label: name }, place) => ({
                value: String(place),
                label: name ?? t`Without a filter`,
              }))}
              onChange={({ currentTarget }) => setFilter(currentTarget.value)}
            />
          ) : null}
          <CurveView
            answered={data}
            code={charge.code}
            marks={curve.steps}
            scale={scale}
            onScale={setScale}
            dots={dots}
            described={described}
            onDescribe={setDescribed}
          />
          <ChosenQuantities
            answered={data}
            code={charge.code}
            texts={texts}
            read={read}
            onType={(place, text) => setTyped({ ...typed, [place]: text })}
            onDescribe={setDescribed}
          />
          <Story
            quantity={described === null ? undefined : data.prices.quantities[described]}
            code={charge.code}
            unit={{ currency, isPricingUnit: Boolean(charge.applied_pricing_unit) }}
          />
          <p className="nothing">
            <Trans>The total has no usage of other charges, no coupons and no taxes.</Trans>
          </p>
          <EstimateReasons charges={data.prices.quantities.flatMap(({ charges }) => charges)} code={charge.code} />
          <FixedAmounts prices={data.prices} />
        </div>
      ) : null}
      <Months form={form} plan={error ? null : plan} charge={charge} currency={currency} onDots={setDots} />
    </>
  );
}
