import { newId, ValidationFailed } from '@tollgate/platform';
import { retainedVersionsOf } from '../../model/plan-repositories/retained-versions.repository.js';
import { newestVersion } from '../../model/plan-repositories/plan-versions.repository.js';
import type { PlanRow } from '../../model/plan-repositories/plans.repository.js';
import type { Scope } from '../../scope.js';
import { copiedCharge } from '../cascade/copied-charges.js';
import { readStoredCharges } from '../charge-writes/stored-charges.js';
import { copyEntitlements } from '../entitlements/plan-entitlements.repository.js';
import { copiedFixedCharge } from '../fixed-charges/copied-fixed-charges.js';
import type { CommitmentParts } from '../minimum-commitments/minimum-commitments.repository.js';
import type { CheckedPlanCopy } from '../resource/plan-copy.checks.js';
import { writePlanCopy } from '../resource/plan-copy-writes.js';
import { readPlanParts, type PlanParts } from '../resource/plan-parts.js';
import { presentApplicableThreshold } from '../usage-thresholds/usage-threshold.presenter.js';

/** The most retained versions of a plan: operators lose the overview of more. */
const mostRetainedVersions = 50;

/**
 * Copies a plan with all of its parts as its newest version, or finds the copy of this version (catalog, section 25). In a
 * constant number of statements.
 * @param plan no copy; locked by the caller, and equal to its newest version
 * @throws ValidationFailed when too many versions are retained
 */
export async function retainVersion(scope: Scope, plan: PlanRow): Promise<PlanRow> {
  const { transaction } = scope;
  const version = await newestVersion(transaction, plan.id);
  const retained = await retainedVersionsOf(transaction, plan.id);
  const present = retained.find(({ retained_version: number }) => number === version);
  if (present) return present;
  if (retained.length >= mostRetainedVersions) throw new ValidationFailed({ plan: ['too_many_retained_versions'] });
  const [parts] = await readPlanParts(transaction, [plan]);
  if (!parts) throw new Error(`Plan ${plan.id} has no parts`);
  const copy = await copyOf(scope, parts, version);
  await writePlanCopy(scope, copy);
  await copyEntitlements(scope, plan.id, copy.row.id);
  return copy.row;
}

async function copyOf({ transaction, now }: Scope, parts: PlanParts, version: number): Promise<CheckedPlanCopy> {
  const { plan, taxes, thresholds, commitment } = parts;
  const row: PlanRow = {
    ...plan,
    id: newId(),
    parent_id: plan.id,
    retained_version: version,
    metadata: null,
    // Its documents take those of the plan while the names are the same.
    invoice_display_name_translations: {},
    created_at: now,
    updated_at: now,
  };
  const charges = parts.charges.map(({ charge }) => charge);
  const stored = [...(await readStoredCharges(transaction, charges)).values()];
  const taxesOf = new Map([...parts.charges, ...parts.fixedCharges].map((part) => [part.charge.id, idsOf(part.taxes)]));
  return {
    row,
    taxIds: idsOf(taxes),
    thresholds: thresholds.map(presentApplicableThreshold),
    charges: {
      added: stored.map((charge) => ({
        ...copiedCharge(charge, { planId: row.id, code: charge.row.code, now }),
        taxIds: taxesOf.get(charge.row.id) ?? [],
      })),
      edited: [],
    },
    fixedCharges: {
      added: parts.fixedCharges.map(({ charge }) => ({
        ...copiedFixedCharge(charge, { planId: row.id, units: {}, now }),
        taxIds: taxesOf.get(charge.id) ?? [],
      })),
      edited: [],
    },
    commitment: commitment && copiedCommitment(commitment, row.id, now),
  };
}

const idsOf = (taxes: { id: string }[]): string[] => taxes.map(({ id }) => id);

const copiedCommitment = ({ commitment, taxes }: CommitmentParts, planId: string, now: Date) => ({
  kind: 'added' as const,
  row: {
    ...commitment,
    id: newId(),
    plan_id: planId,
    invoice_display_name_translations: {},
    created_at: now,
    updated_at: now,
  },
  taxIds: idsOf(taxes),
});
