import { Injectable } from '@nestjs/common';
import { currentContext } from '@tollgate/platform';
import type { PlanHistory } from '../../model/plan-repositories/plan-history.js';
import { insertVersion, type VersionAuthor } from '../../model/plan-repositories/plan-versions.repository.js';
import { findPlansById, type PlanRow } from '../../model/plan-repositories/plans.repository.js';
import type { Scope } from '../../scope.js';
import { presentPlans } from '../resource/plan.presenter.js';
import { snapshotOf } from './snapshot.js';

/** Records versions with the caller of the present call, in a constant number of statements. */
@Injectable()
export class RecordedHistory implements PlanHistory {
  async begin(scope: Scope, plan: PlanRow): Promise<void> {
    await record(scope, plan.id, caller());
  }

  async follow<T>(scope: Scope, plan: PlanRow, change: () => Promise<T>): Promise<T> {
    await record(scope, plan.id, null);
    const answer = await change();
    await record(scope, plan.id, caller());
    return answer;
  }
}

async function record(scope: Scope, planId: string, author: VersionAuthor | null): Promise<void> {
  const rows = await findPlansById(scope.transaction, [planId]);
  const presented = await presentPlans(scope.transaction, rows, null);
  for (const [place, plan] of rows.entries())
    await insertVersion(scope, plan, snapshotOf(presented[place] as (typeof presented)[number]), author);
}

/** The caller of the present call; null for work of the service itself. */
function caller(): VersionAuthor | null {
  const actor = currentContext()?.actor;
  return actor ? { author_api_key_id: actor.api_key_id, author_user_id: actor.user_id } : null;
}
