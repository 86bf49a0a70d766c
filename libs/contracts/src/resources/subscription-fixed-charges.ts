import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { decimal, flag, record, text, textList } from '../http/fields.js';
import { pagination, query } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { described, texts } from '../http/texts.js';
import { FixedChargeProperties } from './charge-prices.js';
import { FixedCharge } from './fixed-charges.js';
import { bySubscriptionStatus } from './subscription-status.js';

/** A subscription's overrides of its plan's fixed charge (charges, section 5.5). */
export const FixedChargeOverride = described(
  bodyOf(FixedCharge, {
    units: strictly(decimal(), z.number().nullish()),
    apply_units_immediately: described(flag(), 'Whether new units apply now instead of from the next period'),
    invoice_display_name: text(),
    properties: strictly(record(), FixedChargeProperties),
    tax_codes: described(textList(), ...texts.taxCodes),
  }),
  "A subscription's own units and terms for a fixed charge of its plan",
);
export type FixedChargeOverride = BodyInput<typeof FixedChargeOverride>;

const BySubscriptionStatus = query({ ...bySubscriptionStatus });
const shared = { service: 'subscription', permission: 'subscription' } as const;
const fixedCharges = '/subscriptions/:external_id/fixed_charges' as const;

export const subscriptionFixedChargeRoutes = {
  list: route({
    ...shared,
    method: 'GET',
    path: fixedCharges,
    summary: 'List the fixed charges of a subscription',
    query: query({ ...pagination, ...bySubscriptionStatus }),
    answer: { fixed_charges: z.array(FixedCharge), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: `${fixedCharges}/:fixed_charge_code`,
    summary: 'Read a fixed charge of a subscription',
    query: BySubscriptionStatus,
    answer: { fixed_charge: FixedCharge },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: `${fixedCharges}/:fixed_charge_code`,
    summary: 'Override the units or terms of a fixed charge for a subscription',
    wrapper: 'fixed_charge',
    body: FixedChargeOverride,
    validates: 'after loading',
    query: BySubscriptionStatus,
    answer: { fixed_charge: FixedCharge },
  }),
};
