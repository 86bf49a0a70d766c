import type { Actor, MigratedSubscription, PlanMigration } from '@tollgate/contracts';
import type { ColumnType, Generated } from 'kysely';

/** The parts of the work of a migration, in their order. */
export const migrationSteps = ['settle', 'retain', 'stay', 'change', 'move'] as const;
export type MigrationStep = (typeof migrationSteps)[number];

/** The refusal of the catalog that ended a migration. */
export interface MigrationRefusal {
  status: number;
  body: Record<string, unknown>;
}

/** A migration between versions of a plan, and how far it is. */
export interface PlanMigrationsTable {
  id: string;
  organization_id: string;
  /** The plan itself, no copy. */
  plan_id: string;
  plan_code: string;
  applies_to: PlanMigration['applies_to'];
  external_subscription_ids: string[] | null;
  plan: ColumnType<Record<string, unknown> | null, string | null, never>;
  version: number | null;
  status: PlanMigration['status'];
  step: MigrationStep;
  stop_requested: Generated<boolean>;
  refusal: ColumnType<MigrationRefusal | null, string | null | undefined, string | null>;
  stayed_plan_id: Generated<string | null>;
  stayed_version: Generated<number | null>;
  /** Later subscriptions are no part of it. */
  last_id: Generated<string | null>;
  /** The last one of the present step, in the order of identifiers. */
  reached_id: Generated<string | null>;
  actor: ColumnType<Actor | null, string | null, never>;
  request_id: string | null;
  /** By the clock of the organization, as the next three. */
  scheduled_at: Date;
  created_at: Date;
  started_at: Generated<Date | null>;
  completed_at: Generated<Date | null>;
  changed_at: Generated<Date | null>;
  /** By the wall clock, both. */
  worked_since: Generated<Date | null>;
  touched_at: Generated<Date>;
}

/** The outcome of a subscription in a migration. */
export interface MigratedSubscriptionsTable {
  organization_id: string;
  plan_migration_id: string;
  subscription_id: string;
  outcome: MigratedSubscription['outcome'];
  from_version: number | null;
  to_version: number | null;
  migrated_at: Date;
}
