import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
import { choice, mandatoryText, prose, record, recordList, text, trimmed, withElements } from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { createdAt, described, shape } from '../http/texts.js';

/** The types of a privilege's value. */
export const privilegeTypes = ['integer', 'string', 'boolean', 'select'] as const;
export type PrivilegeType = (typeof privilegeTypes)[number];

/** The options of a `select`, and the metric whose usage an integer limits; else empty. */
export const PrivilegeConfig = shape('The values of a `select`, or the metric whose usage an integer limits', {
  select_options: described(z.array(z.string()).optional(), 'Permitted values', 'gold'),
  billable_metric_code: described(z.string().optional(), 'Billable metric whose usage the integer limits', 'storage'),
});
export type PrivilegeConfig = z.infer<typeof PrivilegeConfig>;

export const Privilege = shape('A part of a feature, with the type of its value', {
  code: described(z.string(), 'Unique code for calls', 'max'),
  name: described(z.string().nullable(), 'Display name', 'Most seats'),
  value_type: described(z.enum(privilegeTypes), 'Type of the value'),
  config: PrivilegeConfig,
});
export type Privilege = z.infer<typeof Privilege>;

/** A feature that plans and subscriptions can include (catalog, section 7). */
export const Feature = shape('A feature that plans and subscriptions can include', {
  code: described(z.string(), 'Unique code for calls', 'seats'),
  name: described(z.string().nullable(), 'Display name', 'Seats'),
  description: described(z.string().nullable(), 'Description', 'People who may sign in'),
  privileges: z.array(Privilege),
  created_at: createdAt(),
});
export type Feature = z.infer<typeof Feature>;

const mandatoryCode = () =>
  z
    .preprocess((value) => (typeof value === 'string' ? trimmed(value) : value), mandatoryText())
    .meta({ otherwise: 'scalarsBecomeText' });

/** Characters of the description of a feature. */
const longestDescription = 600;

export const PrivilegeInput = bodyOf(Privilege, {
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
export const FeatureCreate = bodyOf(Feature, { code: mandatoryCode(), ...named });
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
  validates: 'after loading',
  answer: { feature: Feature },
} as const;

export const featureRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/features',
    summary: 'Create a feature with its privileges',
    wrapper: 'feature',
    body: FeatureCreate,
    validates: 'after loading',
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
