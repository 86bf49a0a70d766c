import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import {
  choice,
  mandatoryText,
  prose,
  record,
  recordList,
  text,
  timestamp,
  trimmed,
  withElements,
} from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';

/** The types of a privilege's value. */
export const privilegeTypes = ['integer', 'string', 'boolean', 'select'] as const;
export type PrivilegeType = (typeof privilegeTypes)[number];

/** The options of a `select`, and the metric whose usage an integer limits; else empty. */
export const PrivilegeConfig = z.object({
  select_options: z.array(z.string()).optional(),
  billable_metric_code: z.string().optional(),
});
export type PrivilegeConfig = z.infer<typeof PrivilegeConfig>;

export const Privilege = z.object({
  code: z.string(),
  name: z.string().nullable(),
  value_type: z.enum(privilegeTypes),
  config: PrivilegeConfig,
});
export type Privilege = z.infer<typeof Privilege>;

/** A feature that plans and subscriptions can include (catalog, section 7). */
export const Feature = z.object({
  code: z.string(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  privileges: z.array(Privilege),
  created_at: timestamp(),
});
export type Feature = z.infer<typeof Feature>;

const mandatoryCode = () =>
  z
    .preprocess((value) => (typeof value === 'string' ? trimmed(value) : value), mandatoryText())
    .meta({ otherwise: 'scalarsBecomeText' });

/** Characters of the description of a feature. */
const longestDescription = 600;

export const PrivilegeInput = body({
  code: mandatoryCode(),
  name: text(),
  value_type: choice(privilegeTypes),
  config: strictly(record(), PrivilegeConfig),
});
export type PrivilegeInput = BodyInput<typeof PrivilegeInput>;

const named = {
  name: text(),
  description: prose(longestDescription),
  privileges: withElements(recordList(), PrivilegeInput),
};
export const FeatureCreate = body({ code: mandatoryCode(), ...named });
export type FeatureCreate = BodyInput<typeof FeatureCreate>;

export const FeatureUpdate = body(named);
export type FeatureUpdate = BodyInput<typeof FeatureUpdate>;

/** Features have no identifiers besides their codes. */
export const FeatureFilters = query(
  z.object(updatedListParameters(['created_at', 'name', 'code'])).omit({ ids: true }).shape,
);
export type FeatureFilters = QueryInput<typeof FeatureFilters>;

const shared = { service: 'catalog', permission: 'feature' } as const;
const change = {
  ...shared,
  path: '/features/:code',
  wrapper: 'feature',
  body: FeatureUpdate,
  answer: { feature: Feature },
};

export const featureRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/features',
    summary: 'Create a feature with its privileges',
    wrapper: 'feature',
    body: FeatureCreate,
    answer: { feature: Feature },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/features',
    summary: 'List features',
    query: FeatureFilters,
    answer: { features: z.array(Feature), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/features/:code',
    summary: 'Read a feature',
    answer: { feature: Feature },
  }),
  update: route({ ...change, method: 'PUT', summary: 'Update a feature and add privileges to it' }),
  patch: route({ ...change, method: 'PATCH', summary: 'Update a feature and add privileges to it' }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/features/:code',
    summary: 'Delete a feature and all its entitlements',
    answer: { feature: Feature },
  }),
  removePrivilege: route({
    ...shared,
    method: 'DELETE',
    path: '/features/:code/privileges/:privilege_code',
    summary: 'Delete a privilege and all its values',
    answer: { feature: Feature },
  }),
};
