import { Injectable } from '@nestjs/common';
import {
  mostPlanChanges,
  type Meta,
  type Plan,
  type PlanVersion,
  type PlanVersionFilters,
  type PlanVersionWithPlan,
} from '@tollgate/contracts';
import { readCallerNames } from '@tollgate/identity/reader';
import { isoSeconds, NotFound, type TenantTransaction } from '@tollgate/platform';
import { batchesOf } from '../../batches.js';
import { CatalogDatabase } from '../../catalog.database.js';
import {
  existingVersion,
  listVersions,
  newestVersion,
  versionContents,
  type PlanVersionEntry,
} from '../../model/plan-repositories/plan-versions.repository.js';
import { existingPlan, type PlanRow } from '../../model/plan-repositories/plans.repository.js';
import type { Scope } from '../../scope.js';
import { PlansService } from '../resource/plans.service.js';
import { changesBetween } from './plan-changes.js';
import { presentAuthor } from './plan-version-author.js';
import { restorationOf } from './restored-plan.js';

/** Contents that are compared at once, which limits the memory of a page. */
const comparedAtOnce = 10;

/** The versions of plans (catalog, section 23). */
@Injectable()
export class PlanVersionsService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly plans: PlansService,
  ) {}

  /** @throws NotFound */
  async list(
    organizationId: string,
    planCode: string,
    page: PlanVersionFilters,
  ): Promise<{ plan_versions: PlanVersion[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, planCode);
      const { rows, meta } = await listVersions(transaction, plan.id, page);
      return { plan_versions: await present(transaction, plan.id, rows), meta };
    });
  }

  /** @param number as in the path @throws NotFound */
  async read(organizationId: string, planCode: string, number: string): Promise<PlanVersionWithPlan> {
    return this.database.tenant(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, planCode);
      const entry = await existingVersion(transaction, plan.id, numberIn(number));
      const [version] = await present(transaction, plan.id, [entry]);
      const content = await contentOf(transaction, entry);
      return { ...(version as PlanVersion), plan: content };
    });
  }

  /**
   * Changes a plan back to a version by the rules of its update; the entitlements become those of the version.
   * @param number as in the path
   * @throws NotFound, ValidationFailed as an update
   */
  async restore(organizationId: string, planCode: string, number: string): Promise<Plan> {
    return this.plans.restore(organizationId, planCode, async (transaction, plan) => {
      const entry = await existingVersion(transaction, plan.id, numberIn(number));
      return restorationOf(transaction, plan, await contentOf(transaction, entry));
    });
  }

  /** The same in a transaction of its caller. @param plan locked by the caller @throws NotFound, ValidationFailed */
  async restoreWithin(scope: Scope, plan: PlanRow, number: number): Promise<void> {
    const entry = await existingVersion(scope.transaction, plan.id, number);
    const restoration = await restorationOf(scope.transaction, plan, await contentOf(scope.transaction, entry));
    await this.plans.restoreWithin(scope, plan, restoration);
  }
}

/** @throws NotFound for what is no number of a version */
function numberIn(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new NotFound('plan_version');
  return Number(text);
}

async function contentOf(transaction: TenantTransaction, { plan_id: planId, number }: PlanVersionEntry) {
  return (await versionContents(transaction, planId, [number])).get(number) ?? {};
}

/** Versions with their differences to the ones before. */
async function present(
  transaction: TenantTransaction,
  planId: string,
  entries: PlanVersionEntry[],
): Promise<PlanVersion[]> {
  const newest = await newestVersion(transaction, planId);
  const names = await readCallerNames(transaction, {
    userIds: entries.flatMap(({ author_user_id: id }) => id ?? []),
    apiKeyIds: entries.flatMap(({ author_api_key_id: id }) => id ?? []),
  });
  const versions: PlanVersion[] = [];
  for (const some of batchesOf(entries, comparedAtOnce)) {
    const numbers = some.flatMap(({ number }) => [number, number - 1]);
    const contents = await versionContents(transaction, planId, [...new Set(numbers)]);
    for (const entry of some) {
      const [before, after] = [contents.get(entry.number - 1), contents.get(entry.number)];
      const changes = before && after ? changesBetween(before, after) : [];
      versions.push({
        number: entry.number,
        created_at: isoSeconds(entry.created_at),
        author: presentAuthor(entry, names),
        is_current: entry.number === newest,
        changes: changes.slice(0, mostPlanChanges),
        further_changes_count: Math.max(changes.length - mostPlanChanges, 0),
      });
    }
  }
  return versions;
}
