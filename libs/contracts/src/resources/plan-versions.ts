import { z } from 'zod';
import { id, timestamp } from '../http/fields.js';
import { pagination, query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { described, exampleId, shape } from '../http/texts.js';
import { Plan } from './plans.js';

/** Most versions of a plan that are stored, and most changes that the answer of a version lists. */
export const mostPlanVersions = 1_000;
export const mostPlanChanges = 100;

/** The parts of a plan that a change concerns. */
export const planChangeSubjects = [
  'plan',
  'charge',
  'filter',
  'fixed_charge',
  'minimum_commitment',
  'usage_threshold',
  'entitlement',
] as const;
export type PlanChangeSubject = (typeof planChangeSubjects)[number];

/** A difference between a version and the previous one. */
export const PlanChange = shape('A difference between a version of a plan and the previous one', {
  subject: described(z.enum(planChangeSubjects), 'Part of the plan', 'charge'),
  code: described(
    z.string().nullable(),
    'Code of the charge or feature, or of the charge of a filter; null for another part',
    'storage',
  ),
  field: described(
    z.string().nullable(),
    'Path of the field; null for a part that is new or gone',
    'properties.amount',
  ),
  before: described(z.string().nullable(), 'Value before as text; null for none', '0.10'),
  after: described(z.string().nullable(), 'Value of this version as text; null for none', '0.12'),
  sentence: described(z.string(), 'The change in words', 'Charge storage: amount from 0.10 to 0.12 EUR'),
});
export type PlanChange = z.infer<typeof PlanChange>;

/** The caller of a change, by the names of today. */
export const PlanVersionAuthor = shape('The caller of a change: a person, or the holder of an API key', {
  user_email: described(
    z.string().nullable(),
    'E-mail address of the person; null for an API key, and for a person who is no member any more',
    'ada@acme.example',
  ),
  api_key_name: described(z.string().nullable(), 'Name of the API key; null for a person, and without a name', 'Shop'),
  svc_user_id: described(id().nullable(), 'Identifier of the person; null for an API key', exampleId),
  svc_api_key_id: described(id().nullable(), 'Identifier of the API key; null for a person', exampleId),
});
export type PlanVersionAuthor = z.infer<typeof PlanVersionAuthor>;

const versionFields = {
  number: described(z.int(), 'Number of the version, from 1', 3),
  created_at: described(timestamp(), 'When the plan became this'),
  author: PlanVersionAuthor.nullable(),
  is_current: described(z.boolean(), 'Whether it is the newest version'),
  changes: described(
    z.array(PlanChange),
    `Differences to the previous version, ${mostPlanChanges} at most; none for the first version`,
  ),
  further_changes_count: described(z.int(), 'Number of differences that the list leaves out', 0),
};

/** A plan as it was after a change (catalog, section 23). */
export const PlanVersion = shape('A plan as it was after a change, by its differences', versionFields);
export type PlanVersion = z.infer<typeof PlanVersion>;

/** A version with the body that creates the plan as it was. */
export const PlanVersionWithPlan = shape('A plan as it was after a change', {
  ...versionFields,
  plan: described(
    z.record(z.string(), z.unknown()),
    'The body that creates the plan as it was, with `billable_metric_code` for the metrics of charges, and `entitlements`',
    'name=Starter',
  ),
});
export type PlanVersionWithPlan = z.infer<typeof PlanVersionWithPlan>;

export const PlanVersionFilters = query(pagination);
export type PlanVersionFilters = QueryInput<typeof PlanVersionFilters>;

const shared = { service: 'catalog', permission: 'plan' } as const;

export const planVersionRoutes = {
  list: route({
    ...shared,
    method: 'GET',
    path: '/plans/:code/versions',
    heavy: true,
    summary: 'List the versions of a plan, newest first',
    query: PlanVersionFilters,
    answer: { plan_versions: z.array(PlanVersion), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/plans/:code/versions/:number',
    summary: 'Read a version of a plan',
    answer: { plan_version: PlanVersionWithPlan },
  }),
  restore: route({
    ...shared,
    method: 'POST',
    path: '/plans/:code/versions/:number/restore',
    summary: 'Change a plan back to a version',
    answer: { plan: Plan },
  }),
};
