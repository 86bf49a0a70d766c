import type { CommandRequest } from '@tollgate/contracts';
import type { PlanMigrationRow } from '../../model/plan-migrations/plan-migrations.repository.js';

/** The change of the plan that a migration makes, as the catalog takes it; null without one. */
export function changeOf({
  plan,
  version,
}: Pick<PlanMigrationRow, 'plan' | 'version'>): CommandRequest<'plan.change'>['change'] | null {
  if (plan) return { kind: 'body', plan };
  return version === null ? null : { kind: 'version', number: version };
}
