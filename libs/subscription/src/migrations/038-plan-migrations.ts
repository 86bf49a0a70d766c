import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Migrations of subscriptions between versions of a plan, with what they did with each (catalog, section 25). */
export const planMigrations: SchemaMigration = {
  name: '109_plan_migrations',
  sql: `
    create table subscription.plan_migrations (
      id uuid primary key,
      organization_id uuid not null,
      plan_id uuid not null,
      plan_code text not null,
      applies_to text not null,
      -- Null unless they are chosen.
      external_subscription_ids text[],
      -- The body of a change of the plan, or the version that it becomes again; both null for neither.
      plan jsonb,
      version integer,
      status text not null check (status in ('scheduled', 'processing', 'completed', 'stopped', 'failed')),
      -- The part of the work that comes next.
      step text not null check (step in ('settle', 'retain', 'stay', 'change', 'move')),
      stop_requested boolean not null default false,
      refusal jsonb,
      -- The copy that the other subscriptions stay at.
      stayed_plan_id uuid,
      stayed_version integer,
      -- Later subscriptions are no part of it.
      last_id uuid,
      -- The last subscription of the present step, in the order of identifiers.
      reached_id uuid,
      actor jsonb,
      request_id text,
      scheduled_at timestamptz not null,
      created_at timestamptz not null,
      started_at timestamptz,
      completed_at timestamptz,
      changed_at timestamptz,
      -- By the wall clock, both: since when it works, and when it came further last.
      worked_since timestamptz,
      touched_at timestamptz not null default now()
    );
    create index plan_migrations_listed on subscription.plan_migrations (organization_id, created_at desc, id);
    create index plan_migrations_scheduled on subscription.plan_migrations (scheduled_at) where status = 'scheduled';
    create index plan_migrations_processing on subscription.plan_migrations (touched_at) where status = 'processing';
    ${protectTable('subscription', 'plan_migrations')}

    create table subscription.migrated_subscriptions (
      organization_id uuid not null,
      plan_migration_id uuid not null references subscription.plan_migrations on delete cascade,
      subscription_id uuid not null,
      outcome text not null,
      -- Null for prices of its own.
      from_version integer,
      to_version integer,
      migrated_at timestamptz not null,
      primary key (plan_migration_id, subscription_id)
    );
    ${protectTable('subscription', 'migrated_subscriptions')}`,
};
