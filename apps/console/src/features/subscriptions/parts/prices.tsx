import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../../api/client.js';
import type { Charge, FixedCharge } from '../../../api/records.js';
import type { components } from '../../../api/schema.js';
import type { Act } from '../../../acts/act.js';
import { Acts } from '../../../acts/acts.js';
import { Amount } from '../../../ui/values.js';
import { DescriptionList, Section } from '../../../ui/detail-page.js';
import { YesNo } from '../../../ui/yes-no.js';
import { Charges } from '../../plans/charges.js';
import { priceFields, pricedBy } from '../../plans/charge-models/price-fields.js';

type Subscription = components['schemas']['SingleSubscription'];
/** A charge with its subscription, which the calls name. */
export type OwnCharge = Charge & { subscription: Subscription };
export type OwnFixedCharge = FixedCharge & { subscription: Subscription };

const isRunning = ({ status }: Subscription) =>
  status === 'active' || status === 'pending' ? null : msg`The subscription has ended.`;
const OwnPrices = () => (
  <Trans>Only this subscription has the new price. It no longer follows later prices of the plan.</Trans>
);

/** Gives a subscription an amount of its own (customers, section 4.7). */
export const overridePlan: Act<Subscription> = {
  call: 'PUT /subscriptions/{external_id}',
  permission: 'subscriptions:update',
  label: msg`Set an amount of its own`,
  refusalOf: isRunning,
  Summary: OwnPrices,
  fieldsOf: ({ plan_amount_cents: cents, plan_amount_currency: currency, plan }) => [
    { kind: 'money', name: 'plan_amount', label: msg`Amount of each period`, currency, initial: String(cents) },
    {
      kind: 'text',
      name: 'invoice_display_name',
      label: msg`Name on invoices`,
      initial: plan.invoice_display_name ?? '',
      isOptional: true,
    },
    {
      kind: 'money',
      name: 'commitment',
      label: msg`Minimum commitment of each period`,
      currency,
      initial: String(plan.minimum_commitment?.amount_cents ?? ''),
      isOptional: true,
    },
  ],
  send: async ({ headers }, { external_id, status }, values) => {
    const { plan_amount: cents, invoice_display_name: name, commitment } = values;
    const plan_overrides = {
      amount_cents: Number(cents),
      invoice_display_name: name || null,
      ...(commitment ? { minimum_commitment: { amount_cents: Number(commitment) } } : {}),
    };
    const params = { path: { external_id }, query: { status } };
    await answerOf(
      api.PUT('/subscriptions/{external_id}', { headers, params, body: { subscription: { plan_overrides } } }),
    );
  },
  done: msg`The subscription has its own amount.`,
};

/** Gives a subscription a price of its own for usage (customers, section 5). */
export const overrideCharge: Act<OwnCharge> = {
  call: 'PUT /subscriptions/{external_id}/charges/{charge_code}',
  permission: 'subscriptions:update',
  label: msg`Set a price of its own`,
  refusalOf: ({ subscription }) => isRunning(subscription),
  Summary: OwnPrices,
  fieldsOf: (charge) => [
    ...priceFields(charge),
    {
      kind: 'money',
      name: 'min_amount_cents',
      label: msg`At least, for a period`,
      currency: charge.subscription.plan_amount_currency,
      initial: String(charge.min_amount_cents),
    },
  ],
  send: async ({ headers }, charge, values) => {
    const { external_id, status } = charge.subscription;
    const params = {
      path: { external_id, charge_code: charge.code },
      query: { subscription_status: status },
    };
    const body = {
      charge: { properties: pricedBy(charge, values), min_amount_cents: Number(values['min_amount_cents']) },
    };
    await answerOf(api.PUT('/subscriptions/{external_id}/charges/{charge_code}', { headers, params, body }));
  },
  done: msg`The subscription has its own price.`,
};

/** Sets the units of a fixed charge for one subscription (charges, section 5.5). */
export const overrideUnits: Act<OwnFixedCharge> = {
  call: 'PUT /subscriptions/{external_id}/fixed_charges/{fixed_charge_code}',
  permission: 'subscriptions:update',
  label: msg`Set units of its own`,
  refusalOf: ({ subscription }) => isRunning(subscription),
  Summary: () => <Trans>Only this subscription has these units, also after later changes of the plan.</Trans>,
  fieldsOf: ({ units }) => [
    { kind: 'decimal', name: 'units', label: msg`Units`, initial: String(units) },
    {
      kind: 'check',
      name: 'apply_units_immediately',
      label: msg`From now on, instead of the next period`,
      hint: msg`Of a charge in advance, the difference is invoiced at once`,
    },
  ],
  send: async ({ headers }, { subscription, code }, { units, apply_units_immediately: isNow }) => {
    const params = {
      path: { external_id: subscription.external_id, fixed_charge_code: code },
      query: { subscription_status: subscription.status },
    };
    const body = { fixed_charge: { units: Number(units), apply_units_immediately: isNow === 'true' } };
    await answerOf(
      api.PUT('/subscriptions/{external_id}/fixed_charges/{fixed_charge_code}', { headers, params, body }),
    );
  },
  done: msg`The subscription has its own units.`,
};

/** The prices of a subscription: those of its plan, or its own. */
export const Prices = ({ subscription }: { subscription: Subscription }) => (
  <>
    <Section title={msg`Plan`} action={<Acts acts={[overridePlan]} record={subscription} />}>
      <DescriptionList
        items={[
          [
            msg`Amount of each period`,
            <Amount cents={subscription.plan_amount_cents} currency={subscription.plan_amount_currency} />,
          ],
          [
            msg`Has prices of its own`,
            <YesNo value={subscription.plan.parent_id !== null && subscription.plan.retained_version === null} />,
          ],
          subscription.plan.retained_version === null
            ? null
            : [msg`Version of the plan`, subscription.plan.retained_version],
          subscription.plan.minimum_commitment
            ? [
                msg`Minimum commitment of each period`,
                <Amount
                  cents={subscription.plan.minimum_commitment.amount_cents}
                  currency={subscription.plan_amount_currency}
                />,
              ]
            : null,
        ]}
      />
    </Section>
    <Charges
      plan={subscription.plan}
      actsOf={(charge) => <Acts acts={[overrideCharge]} record={{ ...charge, subscription }} />}
      fixedActsOf={(charge) => <Acts acts={[overrideUnits]} record={{ ...charge, subscription }} />}
    />
  </>
);
