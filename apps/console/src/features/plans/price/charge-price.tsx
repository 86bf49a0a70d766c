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
import { usePrices, type Answered, type ChargeDraft, type PlanDraft, type PlanForm } from './price-call.js';
import { proposedQuantities, quantitiesOf, type Scale } from './quantities.js';
import { EstimateReasons } from './reasons.js';
import { Story } from './story.js';

interface Props {
  form: PlanForm;
  plan: Omit<PlanDraft, 'name' | 'code'>;
  charge: ChargeDraft;
}

/** The quantities of a charge that a person sees: those of its curve, four that the person types, and a filter. */
function useQuantities(charge: ChargeDraft) {
  const { i18n } = useLingui();
  const [scale, setScale] = useState<Scale>('linear');
  const [typed, setTyped] = useState<Record<number, string>>({});
  const [filter, setFilter] = useState(0);
  const filters = filtersOf(charge);
  const chosen = filters[filter] ?? filters[0];
  const { charge_model, properties } = charge as ChargeDraft & Pick<Charge, 'charge_model' | 'properties'>;
  const curve = curveOf({ charge_model, properties: chosen?.prices ?? properties });
  const texts = proposedQuantities(curve).map((text, place) => typed[place] ?? typedOfDecimal(text, i18n.locale));
  const read = texts.map((text) => decimalOfTyped(text, i18n.locale)).map((one) => (one?.startsWith('-') ? null : one));
  return {
    curve,
    scale,
    setScale,
    texts,
    read,
    type: (place: number, text: string) => setTyped({ ...typed, [place]: text }),
    filters,
    filter,
    setFilter,
    properties: chosen?.properties ?? {},
    requested: { points: quantitiesOf(curve, scale), chosen: read.filter((one) => one !== null) },
  };
}

/** The price of one charge over quantities, and on the months of a subscription. */
export function ChargePrice({ form, plan, charge }: Props) {
  const { t } = useLingui();
  const quantities = useQuantities(charge);
  const [dots, setDots] = useState<readonly MonthDot[]>([]);
  const { properties, requested, filters, filter, setFilter } = quantities;
  const { data, error, isFetching, refetch } = usePrices(plan, charge, properties, requested);
  const options = filters.map(({ label }, place) => ({ value: String(place), label: label ?? t`Without a filter` }));
  return (
    <>
      {filters.length > 1 ? (
        <NativeSelect
          label={t`Events`}
          value={String(filter)}
          data={options}
          onChange={({ currentTarget }) => setFilter(Number(currentTarget.value))}
        />
      ) : null}
      <Failed error={error} onRetry={() => void refetch()} />
      {data || error ? null : <Loading label={t`Price by quantity`} />}
      {data && !error ? (
        <div aria-busy={isFetching}>
          <Prices answered={data} charge={charge} dots={dots} quantities={quantities} />
        </div>
      ) : null}
      <Months form={form} plan={error ? null : plan} charge={charge} currency={plan.amount_currency} onDots={setDots} />
    </>
  );
}

interface PricesProps {
  answered: Answered;
  charge: ChargeDraft;
  dots: readonly MonthDot[];
  quantities: ReturnType<typeof useQuantities>;
}

/** Prices as a curve, as a table of chosen quantities, and as the story of one. */
function Prices({ answered, charge, dots, quantities }: PricesProps) {
  const [described, setDescribed] = useState<number | null>(null);
  const { code } = charge;
  const { prices } = answered;
  return (
    <>
      <CurveView
        answered={answered}
        code={code}
        marks={quantities.curve.steps}
        scale={quantities.scale}
        onScale={quantities.setScale}
        dots={dots}
        described={described}
        onDescribe={setDescribed}
      />
      <ChosenQuantities
        answered={answered}
        code={code}
        texts={quantities.texts}
        read={quantities.read}
        onType={quantities.type}
        onDescribe={setDescribed}
      />
      <Story
        quantity={described === null ? undefined : prices.quantities[described]}
        code={code}
        unit={{ currency: prices.amount_currency, isPricingUnit: Boolean(charge.applied_pricing_unit) }}
      />
      <p className="nothing">
        <Trans>The total has no usage of other charges, no coupons and no taxes.</Trans>
      </p>
      <EstimateReasons charges={prices.quantities.flatMap(({ charges }) => charges)} code={code} />
      <FixedAmounts prices={prices} />
    </>
  );
}
