import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { timestamp } from '../http/fields.js';
import { query, queryText } from '../http/query.js';
import { route } from '../http/route.js';
import { expected, strictly } from '../http/strict.js';
import { Privilege } from './features.js';
import { bySubscriptionStatus } from './subscription-status.js';

/** The value of a privilege: a number for an integer, true or false for a boolean, else a text. */
export const EntitlementValue = z.union([z.int(), z.boolean(), z.string()]);
export type EntitlementValue = z.infer<typeof EntitlementValue>;

const feature = { code: z.string(), name: z.string().nullable(), description: z.string().nullable() };

/** A feature of a plan, with the privileges that have a value (catalog, section 8). */
export const PlanEntitlement = z.object({
  ...feature,
  privileges: z.array(Privilege.extend({ value: EntitlementValue })),
});
export type PlanEntitlement = z.infer<typeof PlanEntitlement>;

/** The same for a subscription: its plan's values and its own (customers, section 6.3). */
export const SubscriptionEntitlement = z.object({
  ...feature,
  privileges: z.array(
    Privilege.extend({
      value: EntitlementValue,
      plan_value: EntitlementValue.nullable(),
      override_value: EntitlementValue.nullable(),
    }),
  ),
  /** The subscription's own values, by code of a privilege. */
  overrides: z.record(z.string(), EntitlementValue),
});
export type SubscriptionEntitlement = z.infer<typeof SubscriptionEntitlement>;

/** Whether a subscription may use a feature now, for the querying application (docs/concepts/entitlements.md). */
export const EntitlementCheck = z.object({
  external_subscription_id: z.string(),
  feature_code: z.string(),
  /** Null if the request names only the feature. */
  privilege_code: z.string().nullable(),
  allowed: z.boolean(),
  /** The privilege's value; null if the subscription has none. */
  value: EntitlementValue.nullable(),
  /** Usage of the running period, if the privilege limits a metric; else null. */
  usage: z
    .object({
      billable_metric_code: z.string(),
      /** Decimal text, both. */
      units: z.string(),
      remaining: z.string(),
      from_datetime: timestamp(),
      to_datetime: timestamp(),
    })
    .nullable(),
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

export const EntitlementsInput = body({ entitlements: expected(valuesByFeature()) });
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
    bodyOptional: true,
    answer: { entitlements: z.array(PlanEntitlement) },
  }),
  merge: route({
    ...ofPlan,
    method: 'PATCH',
    path: plan,
    summary: 'Add entitlements to a plan',
    body: EntitlementsInput,
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
    query: query({ privilege: queryText(), ...bySubscriptionStatus }),
    answer: { entitlement_check: EntitlementCheck },
  }),
  merge: route({
    ...ofSubscription,
    method: 'PATCH',
    path: subscription,
    summary: 'Override the entitlements of a subscription',
    body: EntitlementsInput,
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
