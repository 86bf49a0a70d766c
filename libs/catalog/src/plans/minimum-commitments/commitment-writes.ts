import type { Scope } from '../../scope.js';
import type { PreparedCommitment } from './commitment.checks.js';
import {
  applyCommitmentTaxes,
  deleteCommitment,
  deleteCommitmentTaxes,
  insertCommitment,
  updateCommitment,
} from './minimum-commitments.repository.js';

/** Writes the checked minimum commitment of a plan. */
export async function writeCommitment(
  { transaction }: Scope,
  planId: string,
  commitment: PreparedCommitment,
): Promise<void> {
  if (commitment.kind === 'removed') return deleteCommitment(transaction, planId);
  const { row, taxIds } = commitment;
  const { id, organization_id: _organization, plan_id: _plan, created_at: _created, ...changes } = row;
  if (commitment.kind === 'added') await insertCommitment(transaction, row);
  else await updateCommitment(transaction, id, changes);
  if (!taxIds) return;
  if (commitment.kind === 'edited') await deleteCommitmentTaxes(transaction, id);
  await applyCommitmentTaxes(transaction, id, taxIds);
}
