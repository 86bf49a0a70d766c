import { readPlanCopies, type PlanCopies } from '@tollgate/catalog/reader';
import type { PlanMigrationPreview } from '@tollgate/contracts';
import { sumOf, type TenantTransaction } from '@tollgate/platform';
import {
  countPopulations,
  type PlanPopulation,
} from '../../model/plan-migrations/migrated-subscriptions.repository.js';
import type { PlanMigrationRow } from '../../model/plan-migrations/plan-migrations.repository.js';

/** The subscriptions that a migration selects. */
export type MigratedSelection = Pick<PlanMigrationRow, 'applies_to' | 'external_subscription_ids'>;

const nothing: PlanPopulation = { count: 0, named: 0 };

/** All plans that subscriptions of a plan are on: itself, its retained versions, and copies of single subscriptions. */
export const allPlanIds = (planId: string, { retained, own }: PlanCopies): string[] => [
  planId,
  ...retained.map((copy) => copy.planId),
  ...own,
];

/** Counts what a migration of a plan would do with its subscriptions now (catalog, section 25). */
export async function previewMigration(
  transaction: TenantTransaction,
  planId: string,
  { applies_to: appliesTo, external_subscription_ids: named }: MigratedSelection,
): Promise<PlanMigrationPreview> {
  const copies = await readPlanCopies(transaction, planId);
  const counts = await countPopulations(transaction, allPlanIds(planId, copies), named ?? []);
  const populationOf = (id: string) => counts.get(id) ?? nothing;
  const migrated = ({ count, named: among }: PlanPopulation) =>
    appliesTo === 'all' ? count : appliesTo === 'chosen' ? among : 0;
  const cohortOf = (id: string, version: number) => ({
    version,
    is_current: id === planId,
    subscriptions_count: populationOf(id).count,
    migrated_count: migrated(populationOf(id)),
  });
  const versions = [
    cohortOf(planId, copies.version),
    ...copies.retained.map((copy) => cohortOf(copy.planId, copy.version)),
  ];
  const ownPrices = sumOf(copies.own.map((id) => populationOf(id).count));
  const cohorts = versions.filter((cohort) => cohort.is_current || cohort.subscriptions_count > 0);
  const migratedCount = sumOf(cohorts.map((cohort) => cohort.migrated_count));
  return {
    cohorts:
      ownPrices === 0
        ? cohorts
        : [...cohorts, { version: null, is_current: false, subscriptions_count: ownPrices, migrated_count: 0 }],
    migrated_count: migratedCount,
    stayed_count: sumOf(cohorts.map((cohort) => cohort.subscriptions_count)) - migratedCount,
    own_prices_count: ownPrices,
  };
}
