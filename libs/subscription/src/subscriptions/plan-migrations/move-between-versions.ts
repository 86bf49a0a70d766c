import type { FixedChargeView, PlanView } from '@tollgate/catalog/reader';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import type { SubscriptionRow } from '../../model/subscriptions/subscriptions.repository.js';
import { moveToPlan } from '../../model/subscriptions/subscriptions.repository.js';
import { timezonesOf } from '../../model/subscriptions/timezones.js';
import {
  knownRevisions,
  lockUnitsOfPlan,
  moveOwnUnits,
  ownUnitKeys,
  unitKey,
} from '../../model/unit-changes/unit-changes.repository.js';
import { logNewUnits, type UnitsToRecord } from '../../model/units/quantity-history.js';

/** Two versions of a plan. */
export interface VersionMove {
  from: PlanView;
  to: PlanView;
  /** The one of both that is the plan itself: the revisions of its units count. */
  versioned: PlanView;
}

/**
 * Moves locked subscriptions between versions of a plan, in a constant number of statements. Their quantity histories, own
 * units and bills go on: parts of versions know each other. Units that the plan received meanwhile count from the next period
 * on (charges, section 5.2).
 */
export async function moveBetweenVersions(
  transaction: TenantTransaction,
  rows: SubscriptionRow[],
  { from, to, versioned }: VersionMove,
  now: Instant,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const pairs = to.fixedCharges.map((charge) => ({ charge, former: counterpart(from, charge) }));
  await lockUnitsOfPlan(transaction, versioned.id, 'hand out');
  const revisions = await knownRevisions(transaction, ids);
  await moveToPlan(transaction, ids, to.id, new Date(now));
  await moveOwnUnits(
    transaction,
    ids,
    pairs.flatMap(({ charge, former }) => (former ? [{ from: former.id, to: charge.id }] : [])),
  );
  const own = await ownUnitKeys(transaction, ids);
  const timezoneOf = await timezonesOf(transaction, rows);
  const unitsOf = ({ id }: SubscriptionRow): UnitsToRecord[] =>
    pairs.flatMap(({ charge, former }) => {
      const current = versioned.id === to.id ? charge : (former ?? charge);
      const isKnown = (revisions.get(unitKey(id, current.id)) ?? -1) >= current.revision;
      return isKnown || own.has(unitKey(id, charge.id)) ? [] : [{ charge, units: charge.units, immediately: false }];
    });
  await logNewUnits(
    transaction,
    rows.map((row) => ({ row, timezone: timezoneOf(row), units: unitsOf(row) })),
    now,
  );
}

/** The same fixed charge in another version; undefined without one. */
function counterpart({ fixedCharges }: PlanView, charge: FixedChargeView): FixedChargeView | undefined {
  const root = rootOf(charge);
  return fixedCharges.find((other) => rootOf(other) === root);
}

const rootOf = ({ id, parentId }: FixedChargeView): string => parentId ?? id;
