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
  const { id, amount_cents, invoice_display_name, updated_at } = row;
  if (commitment.kind === 'added') await insertCommitment(transaction, row);
  else await updateCommitment(transaction, id, { amount_cents, invoice_display_name, updated_at });
  if (!taxIds) return;
  if (commitment.kind === 'edited') await deleteCommitmentTaxes(transaction, id);
  await applyCommitmentTaxes(transaction, id, taxIds);
}
