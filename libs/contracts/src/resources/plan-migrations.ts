import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { id, instantText, integer, mandatoryChoice, record, textList, timestamp } from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { pagination, query, queryChoice, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { PlanUpdate } from './plans.js';

/** Most subscriptions that a migration names. */
export const mostChosenSubscriptions = 1_000;

export const planMigrationStatuses = ['scheduled', 'processing', 'completed', 'stopped', 'failed'] as const;
/** The subscriptions that get the terms: those that start later, the named ones too, or all. */
export const migratedSubscriptions = ['new', 'chosen', 'all'] as const;
/** The outcome of a subscription: it follows its plan, moved to it, stays at a version, or is left out. */
export const migrationOutcomes = ['followed', 'moved', 'stayed', 'left'] as const;

/** The subscriptions that are at one version, or have prices of their own. */
export const PlanMigrationCohort = shape('The active and pending subscriptions of a plan that have the same terms', {
  version: described(z.int().nullable(), 'Version of the plan; null for prices of their own', 3),
  is_current: described(z.boolean(), 'Whether it is the version of the plan as it is'),
  subscriptions_count: described(z.int(), 'Number of subscriptions', 12),
  migrated_count: described(z.int(), 'Number of those that get the terms of the migration', 10),
});
export type PlanMigrationCohort = z.infer<typeof PlanMigrationCohort>;

/** The effect of a migration, before it begins. */
export const PlanMigrationPreview = shape('What a migration would do now', {
  cohorts: described(z.array(PlanMigrationCohort), 'Subscriptions by their version, newest first'),
  migrated_count: described(z.int(), 'Number of subscriptions that get the terms', 10),
  stayed_count: described(z.int(), 'Number of subscriptions that keep the terms that they have', 2),
  own_prices_count: described(z.int(), 'Number of subscriptions with prices of their own, which stay', 1),
});
export type PlanMigrationPreview = z.infer<typeof PlanMigrationPreview>;

/** A migration of subscriptions between versions of a plan (catalog, section 25). */
export const PlanMigration = shape('A change of a plan for some of its subscriptions, at once or later', {
  svc_id: svcId(),
  plan_code: described(z.string(), ...texts.planCode),
  applies_to: described(z.enum(migratedSubscriptions), 'Subscriptions that get the terms', 'new'),
  external_subscription_ids: described(
    z.array(z.string()).nullable(),
    'Subscriptions that get the terms if they are `chosen`; null otherwise',
    'acme-main',
  ),
  plan: described(
    strictly(z.record(z.string(), z.unknown()), PlanUpdate).nullable(),
    'Change of the plan; null for none, and for a former version',
  ),
  version: described(z.int().nullable(), 'Former version that the plan becomes again; null for none', 2),
  status: described(z.enum(planMigrationStatuses), ...texts.state),
  error_code: described(z.string().nullable(), 'Why it failed; null otherwise', 'validation_errors'),
  error_details: described(z.record(z.string(), z.unknown()).nullable(), 'The refused fields; null otherwise'),
  stayed_version: described(z.int().nullable(), 'Version that the other subscriptions stay at; null for none', 3),
  followed_count: described(z.int(), 'Number of subscriptions on the plan itself, which changes with it', 10),
  moved_count: described(z.int(), 'Number of subscriptions that left a former version', 4),
  stayed_count: described(z.int(), 'Number of subscriptions that stay at their version', 2),
  left_count: described(z.int(), 'Number of subscriptions with prices of their own', 1),
  scheduled_at: described(timestamp(), 'When it begins'),
  created_at: createdAt(),
  started_at: described(timestamp().nullable(), 'When it began; null before'),
  completed_at: described(timestamp().nullable(), 'When it ended; null before'),
});
export type PlanMigration = z.infer<typeof PlanMigration>;

/** The outcome of a subscription in a migration. */
export const MigratedSubscription = shape('What a migration did with a subscription', {
  svc_subscription_id: described(id(), ...texts.subscriptionId),
  external_subscription_id: described(z.string(), ...texts.externalSubscriptionId),
  outcome: described(
    z.enum(migrationOutcomes),
    'Whether it changed with its plan, moved, stays or is left out',
    'moved',
  ),
  from_version: described(z.int().nullable(), 'Version before; null for prices of its own', 3),
  to_version: described(z.int().nullable(), 'Version since; null for prices of its own', 4),
  migrated_at: described(timestamp(), 'When the migration came to it'),
});
export type MigratedSubscription = z.infer<typeof MigratedSubscription>;

const fields = {
  applies_to: described(mandatoryChoice(migratedSubscriptions), 'Subscriptions that get the terms', 'new'),
  external_subscription_ids: described(
    textList({ most: mostChosenSubscriptions, fault: 'too_many_subscriptions' }),
    `Subscriptions that get the terms, ${mostChosenSubscriptions} at most; for \`chosen\` alone`,
    'acme-main',
  ),
  plan: described(strictly(record(), PlanUpdate), 'Change of the plan, as its update takes it; absent for none'),
  version: described(integer(1), 'Former version that the plan becomes again; absent for none', 2),
};

export const PlanMigrationPreviewBody = described(body(fields), 'The terms, and the subscriptions that get them');
export type PlanMigrationPreviewBody = BodyInput<typeof PlanMigrationPreviewBody>;

export const PlanMigrationCreate = described(
  body({ ...fields, scheduled_at: described(instantText(), 'When it begins; absent: at once') }),
  'The terms, the subscriptions that get them, and the time',
);
export type PlanMigrationCreate = BodyInput<typeof PlanMigrationCreate>;

export const PlanMigrationFilters = query({
  ...updatedListParameters(['created_at']),
  plan_code: described(queryText(), ...texts.planCode),
  status: described(queryChoice(planMigrationStatuses), ...texts.state),
});
export type PlanMigrationFilters = QueryInput<typeof PlanMigrationFilters>;

export const MigratedSubscriptionFilters = query({
  ...pagination,
  outcome: described(queryChoice(migrationOutcomes), 'What the migration did with the subscription', 'moved'),
});
export type MigratedSubscriptionFilters = QueryInput<typeof MigratedSubscriptionFilters>;

const shared = { service: 'subscription', permission: 'plan', alsoReads: ['subscription'] } as const;

export const planMigrationRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/plans/:code/migrations',
    summary: 'Change a plan for new, chosen or all subscriptions, at once or later',
    wrapper: 'plan_migration',
    body: PlanMigrationCreate,
    validates: 'after loading',
    repetition: 'answered',
    answer: { plan_migration: PlanMigration },
  }),
  preview: route({
    ...shared,
    method: 'POST',
    path: '/plans/:code/migrations/preview',
    summary: 'Count the subscriptions that a migration would change',
    wrapper: 'plan_migration',
    body: PlanMigrationPreviewBody,
    validates: 'after loading',
    answer: { plan_migration_preview: PlanMigrationPreview },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/plan_migrations',
    summary: 'List migrations of plans, newest first',
    query: PlanMigrationFilters,
    answer: { plan_migrations: z.array(PlanMigration), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/plan_migrations/:svc_id',
    summary: 'Read a migration and its progress',
    answer: { plan_migration: PlanMigration },
  }),
  subscriptions: route({
    ...shared,
    method: 'GET',
    path: '/plan_migrations/:svc_id/subscriptions',
    summary: 'List what a migration did with each subscription',
    query: MigratedSubscriptionFilters,
    answer: { migrated_subscriptions: z.array(MigratedSubscription), meta: Meta },
  }),
  stop: route({
    ...shared,
    method: 'POST',
    path: '/plan_migrations/:svc_id/stop',
    summary: 'Stop a migration before its next subscriptions',
    answer: { plan_migration: PlanMigration },
  }),
};
