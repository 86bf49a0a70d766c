import type { Scope } from '../../scope.js';
import type { PlanRow } from './plans.repository.js';

/**
 * Records the versions of plans (catalog, section 23) in the transactions of the writes that make them. All parts of a
 * plan write it, and a version has all parts: so the implementation stands below them.
 */
export abstract class PlanHistory {
  /** Records the first version of a new plan, with all of its parts. */
  abstract begin(scope: Scope, plan: PlanRow): Promise<void>;
  /**
   * Runs a change of a plan and records the version that it makes, if it makes one. The plan may differ from its last
   * version before: something that it names was deleted, or it is older than versions. That becomes a version without
   * an author first.
   * @param plan no copy; locked by the caller
   * @returns the answer of the change
   */
  abstract follow<T>(scope: Scope, plan: PlanRow, change: () => Promise<T>): Promise<T>;
}
