import type { ReactNode } from 'react';
import { Title } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Charge, FixedCharge, Plan } from '../../api/records.js';
import { Section } from '../../ui/detail-page.js';
import { RecordLink } from '../../ui/record-link.js';
import { Amount, EnumText, Units } from '../../ui/values.js';
import { ChargeModel } from './charge-models/charge-model.js';

/**
 * The prices of a plan: of usage, and those that are fixed.
 * @param actsOf the buttons of a charge, such as those of a subscription that has prices of its own
 */
export function Charges({
  plan,
  actsOf,
  fixedActsOf,
}: {
  plan: Pick<Plan, 'charges' | 'fixed_charges' | 'amount_currency'>;
  actsOf?: (charge: Charge) => ReactNode;
  fixedActsOf?: (charge: FixedCharge) => ReactNode;
}) {
  const { t } = useLingui();
  return (
    <>
      <Section title={msg`Usage charges`}>
        {plan.charges.length === 0 ? <p className="empty">{t`The plan has no usage charges.`}</p> : null}
        {plan.charges.map((charge) => (
          <UsageCharge key={charge.svc_id} charge={charge} currency={plan.amount_currency} acts={actsOf?.(charge)} />
        ))}
      </Section>
      {plan.fixed_charges.length > 0 ? (
        <Section title={msg`Fixed charges`}>
          {plan.fixed_charges.map((charge) => (
            <Fixed key={charge.svc_id} charge={charge} currency={plan.amount_currency} acts={fixedActsOf?.(charge)} />
          ))}
        </Section>
      ) : null}
    </>
  );
}

const valuesOf = (values: Record<string, string[]>): string =>
  Object.entries(values)
    .map(([key, all]) => `${key}: ${all.join(', ')}`)
    .join(' · ');

function UsageCharge({ charge, currency, acts }: { charge: Charge; currency: string; acts: ReactNode }) {
  const name = charge.invoice_display_name || charge.billable_metric_code;
  const { applied_pricing_unit: pricingUnit } = charge;
  const unit = { currency: pricingUnit?.code ?? currency, isPricingUnit: pricingUnit !== null };
  const groups = charge.properties.pricing_group_keys ?? [];
  return (
    <article className="charge">
      <Title order={3}>
        <RecordLink kind="metric" id={charge.billable_metric_code}>
          {name}
        </RecordLink>
      </Title>
      <p className="kind">
        <EnumText value={charge.charge_model} />
        {' · '}
        {charge.pay_in_advance ? <Trans>In advance</Trans> : <Trans>In arrears</Trans>}
        {charge.prorated ? (
          <>
            {' · '}
            <Trans>Prorated</Trans>
          </>
        ) : null}
      </p>
      {acts}
      <ChargeModel model={charge.charge_model} properties={charge.properties} unit={unit} label={name} />
      {pricingUnit ? (
        <p>
          <Trans>
            1 {pricingUnit.code} is <Units value={pricingUnit.conversion_rate} /> {currency}.
          </Trans>
        </p>
      ) : null}
      {groups.length > 0 ? (
        <p>
          <Trans>Separate for each: {groups.join(', ')}.</Trans>
        </p>
      ) : null}
      {charge.min_amount_cents > 0 ? (
        <p>
          <Trans>
            At least <Amount cents={charge.min_amount_cents} currency={currency} /> for a period.
          </Trans>
        </p>
      ) : null}
      {charge.filters.map((filter) => (
        <div key={filter.svc_id} className="filter">
          <p>
            <strong>{filter.invoice_display_name || valuesOf(filter.values)}</strong>
          </p>
          <ChargeModel
            model={charge.charge_model}
            properties={filter.properties}
            unit={unit}
            label={valuesOf(filter.values)}
          />
        </div>
      ))}
    </article>
  );
}

function Fixed({ charge, currency, acts }: { charge: FixedCharge; currency: string; acts: ReactNode }) {
  const name = charge.invoice_display_name || charge.add_on_code;
  return (
    <article className="charge">
      <Title order={3}>
        <RecordLink kind="addOn" id={charge.add_on_code}>
          {name}
        </RecordLink>
      </Title>
      <p className="kind">
        <EnumText value={charge.charge_model} />
        {' · '}
        {charge.pay_in_advance ? <Trans>In advance</Trans> : <Trans>In arrears</Trans>}
        {' · '}
        <Trans>
          Units: <Units value={charge.units} />
        </Trans>
      </p>
      {acts}
      <ChargeModel
        model={charge.charge_model}
        properties={charge.properties}
        unit={{ currency, isPricingUnit: false }}
        label={name}
      />
    </article>
  );
}
