import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { timestamp } from '../http/fields.js';
import { query, queryText } from '../http/query.js';
import { route } from '../http/route.js';
import { expected, strictly } from '../http/strict.js';
import { described, shape, texts } from '../http/texts.js';
import { Privilege } from './features.js';
import { bySubscriptionStatus } from './subscription-status.js';

/** The value of a privilege: a number for an integer, true or false for a boolean, else a text. */
export const EntitlementValue = described(
  z.union([z.int(), z.boolean(), z.string()]),
  'The value of a privilege: a number, true or false, or a text, by its type',
);
export type EntitlementValue = z.infer<typeof EntitlementValue>;

/** A field of its own, which refers to the shape. */
const privilegeValue = () =>
  described(
    z.lazy(() => EntitlementValue),
    'Value of the privilege',
    10,
  );

const feature = {
  code: described(z.string(), 'Unique code for calls', 'seats'),
  name: described(z.string().nullable(), 'Display name', 'Seats'),
  description: described(z.string().nullable(), 'Description', 'People who may sign in'),
};

/** A feature of a plan, with the privileges that have a value (catalog, section 8). */
export const PlanEntitlement = shape('A feature of a plan, with the privileges that have a value', {
  ...feature,
  privileges: described(z.array(Privilege.extend({ value: privilegeValue() })), 'Privileges of the feature'),
});
export type PlanEntitlement = z.infer<typeof PlanEntitlement>;

/** The same for a subscription: its plan's values and its own (customers, section 6.3). */
export const SubscriptionEntitlement = shape("A feature of a subscription: its plan's values and its own", {
  ...feature,
  privileges: described(
    z.array(
      Privilege.extend({
        value: privilegeValue(),
        plan_value: described(EntitlementValue.nullable(), 'Value from the plan; null without one', 5),
        override_value: described(EntitlementValue.nullable(), "The subscription's own value; null without one", 10),
      }),
    ),
    'Privileges of the feature',
  ),
  /** The subscription's own values, by code of a privilege. */
  overrides: described(z.record(z.string(), EntitlementValue), "The subscription's own values, by privilege", 'max=10'),
});
export type SubscriptionEntitlement = z.infer<typeof SubscriptionEntitlement>;

/** Whether a subscription may use a feature now, for the querying application (docs/concepts/entitlements.md). */
export const EntitlementCheck = shape('Whether a subscription may use a feature now', {
  external_subscription_id: described(z.string(), ...texts.externalSubscriptionId),
  feature_code: described(z.string(), 'Code of the feature', 'seats'),
  /** Null if the request names only the feature. */
  privilege_code: described(z.string().nullable(), 'Code of the privilege; null for the feature as a whole', 'max'),
  allowed: described(z.boolean(), 'Whether the subscription may use it now', true),
  /** The privilege's value; null if the subscription has none. */
  value: described(EntitlementValue.nullable(), 'Value of the privilege; null without one', 10),
  /** Usage of the running period, if the privilege limits a metric; else null. */
  usage: described(
    z
      .object({
        billable_metric_code: described(z.string(), ...texts.metricCode),
        /** Decimal text, both. */
        units: described(z.string(), ...texts.units),
        remaining: described(z.string(), 'Remaining part of the limit', '4.0'),
        from_datetime: described(timestamp(), ...texts.periodStart),
        to_datetime: described(timestamp(), ...texts.periodEnd),
      })
      .nullable(),
    'Usage of the current period, if the privilege limits a metric',
  ),
});
export type EntitlementCheck = z.infer<typeof EntitlementCheck>;

/**
 * Values by feature code and privilege code. A value that is not an object is refused: an empty one would remove
 * everything. The types of the privileges validate the values.
 */
const valuesByFeature = () =>
  strictly(
    z
      .record(z.string(), z.record(z.string(), z.unknown(), { error: 'value_is_invalid' }), {
        error: 'value_is_invalid',
      })
      .nullish(),
    z.record(z.string(), z.record(z.string(), EntitlementValue)).optional(),
  );

export const EntitlementsInput = described(
  body({ entitlements: described(expected(valuesByFeature()), 'Values by feature and privilege', 'seats=max=10') }),
  'Values by feature and privilege',
);
export type EntitlementsInput = BodyInput<typeof EntitlementsInput>;

const ofPlan = { service: 'catalog', permission: 'plan' } as const;
const plan = '/plans/:code/entitlements' as const;

export const planEntitlementRoutes = {
  list: route({
    ...ofPlan,
    method: 'GET',
    path: plan,
    summary: 'List the entitlements of a plan',
    answer: { entitlements: z.array(PlanEntitlement) },
  }),
  replace: route({
    ...ofPlan,
    method: 'POST',
    path: plan,
    summary: 'Replace the entitlements of a plan',
    body: EntitlementsInput,
    validates: 'after loading',
    bodyOptional: true,
    answer: { entitlements: z.array(PlanEntitlement) },
  }),
  merge: route({
    ...ofPlan,
    method: 'PATCH',
    path: plan,
    summary: 'Add entitlements to a plan',
    body: EntitlementsInput,
    validates: 'after loading',
    bodyOptional: true,
    answer: { entitlements: z.array(PlanEntitlement) },
  }),
  read: route({
    ...ofPlan,
    method: 'GET',
    path: `${plan}/:feature_code`,
    summary: 'Read an entitlement of a plan',
    answer: { entitlement: PlanEntitlement },
  }),
  remove: route({
    ...ofPlan,
    method: 'DELETE',
    path: `${plan}/:feature_code`,
    summary: 'Remove a feature from a plan',
    answer: { entitlement: PlanEntitlement },
  }),
  removePrivilege: route({
    ...ofPlan,
    method: 'DELETE',
    path: `${plan}/:feature_code/privileges/:privilege_code`,
    summary: 'Remove the value of a privilege from a plan',
    answer: { entitlement: PlanEntitlement },
  }),
};

const ofSubscription = {
  service: 'subscription',
  permission: 'subscription',
  query: query({ ...bySubscriptionStatus }),
  answer: { entitlements: z.array(SubscriptionEntitlement) },
} as const;
const subscription = '/subscriptions/:external_id/entitlements' as const;

export const subscriptionEntitlementRoutes = {
  list: route({
    ...ofSubscription,
    method: 'GET',
    path: subscription,
    summary: 'List the entitlements of a subscription',
  }),
  check: route({
    service: 'subscription',
    permission: 'subscription',
    method: 'GET',
    path: `${subscription}/:feature_code/check`,
    summary: 'Check whether a subscription may use a feature now',
    query: query({ privilege: described(queryText(), 'Code of the privilege', 'max'), ...bySubscriptionStatus }),
    answer: { entitlement_check: EntitlementCheck },
  }),
  merge: route({
    ...ofSubscription,
    method: 'PATCH',
    path: subscription,
    summary: 'Override the entitlements of a subscription',
    body: EntitlementsInput,
    validates: 'after loading',
    bodyOptional: true,
  }),
  remove: route({
    ...ofSubscription,
    method: 'DELETE',
    path: `${subscription}/:feature_code`,
    summary: 'Remove a feature from a subscription',
  }),
  removePrivilege: route({
    ...ofSubscription,
    method: 'DELETE',
    path: `${subscription}/:feature_code/privileges/:privilege_code`,
    summary: 'Remove a privilege from a subscription',
  }),
};
