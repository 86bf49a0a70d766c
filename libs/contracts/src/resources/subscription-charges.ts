import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { integer, record, recordList, text, textList, withElements } from '../http/fields.js';
import { pagination, query } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { described, texts } from '../http/texts.js';
import { ChargeProperties } from './charge-prices.js';
import { Charge, ChargeFilter, ChargeFilterCreate, ChargeFilterUpdate } from './charges.js';
import { AppliedPricingUnitInput } from './pricing-units.js';
import { bySubscriptionStatus } from './subscription-status.js';

/** A subscription's overrides of its plan's charge (charges, section 9). */
export const ChargeOverride = described(
  bodyOf(Charge, {
    invoice_display_name: text(),
    min_amount_cents: integer(0),
    properties: strictly(record(), ChargeProperties),
    filters: withElements(recordList(), ChargeFilterCreate),
    tax_codes: described(textList(), ...texts.taxCodes),
    applied_pricing_unit: strictly(record(), AppliedPricingUnitInput),
  }),
  "A subscription's own terms for a charge of its plan",
);
export type ChargeOverride = BodyInput<typeof ChargeOverride>;

const shared = { service: 'subscription', permission: 'subscription' } as const;
const charges = '/subscriptions/:external_id/charges' as const;
const filters = `${charges}/:charge_code/filters` as const;

export const subscriptionChargeRoutes = {
  list: route({
    ...shared,
    method: 'GET',
    path: charges,
    summary: 'List the charges of a subscription',
    query: query({ ...pagination, ...bySubscriptionStatus }),
    answer: { charges: z.array(Charge), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: `${charges}/:charge_code`,
    summary: 'Read a charge of a subscription',
    query: query(bySubscriptionStatus),
    answer: { charge: Charge },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: `${charges}/:charge_code`,
    summary: 'Override the terms of a charge for a subscription',
    wrapper: 'charge',
    body: ChargeOverride,
    validates: 'after loading',
    query: query(bySubscriptionStatus),
    answer: { charge: Charge },
  }),
};

export const subscriptionChargeFilterRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: filters,
    summary: 'Add a filter to a charge of a subscription',
    wrapper: 'filter',
    body: ChargeFilterCreate,
    validates: 'after loading',
    query: query(bySubscriptionStatus),
    answer: { filter: ChargeFilter },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: filters,
    summary: 'List the filters of a charge of a subscription',
    query: query({ ...pagination, ...bySubscriptionStatus }),
    answer: { filters: z.array(ChargeFilter), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: `${filters}/:filter_id`,
    summary: 'Read a filter of a charge of a subscription',
    query: query(bySubscriptionStatus),
    answer: { filter: ChargeFilter },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: `${filters}/:filter_id`,
    summary: 'Update a filter of a charge of a subscription',
    wrapper: 'filter',
    body: ChargeFilterUpdate,
    validates: 'after loading',
    query: query(bySubscriptionStatus),
    answer: { filter: ChargeFilter },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: `${filters}/:filter_id`,
    summary: 'Remove a filter from a charge of a subscription',
    query: query(bySubscriptionStatus),
    answer: { filter: ChargeFilter },
  }),
};
