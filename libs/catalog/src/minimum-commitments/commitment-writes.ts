import { MinimumCommitmentInput, type RawInput } from '@tollgate/contracts';
import { newId } from '@tollgate/platform';
import { readRecord } from '../records.js';
import type { Scope } from '../scope.js';
import {
  commitmentsOfPlans,
  deleteCommitment,
  insertCommitment,
  replaceCommitmentTaxes,
  updateCommitment,
} from './minimum-commitments.repository.js';

/**
 * Sets the minimum commitment in a plan's body: an empty one removes it, and an existing one changes only its submitted
 * members change (catalog, section 3.4). @throws ValidationFailed, NotFound `tax_not_found`
 */
export async function writeCommitment(scope: Scope, planId: string, raw: RawInput | undefined): Promise<void> {
  if (raw === undefined) return;
  const { transaction, now } = scope;
  if (Object.keys(raw).length === 0) return deleteCommitment(transaction, planId);
  const storedCommitment = (await commitmentsOfPlans(transaction, [planId])).get(planId)?.commitment;
  const input = await readRecord(MinimumCommitmentInput, raw, ({ amount_cents: amount }, add) => {
    if (amount === null || (!storedCommitment && amount === undefined)) add('amount_cents', 'is not a number');
    if (typeof amount === 'number' && amount <= 0) add('amount_cents', 'value_is_out_of_range');
  });
  const id = storedCommitment?.id ?? newId();
  const changes = {
    ...(typeof input.amount_cents === 'number' ? { amount_cents: BigInt(input.amount_cents) } : {}),
    ...(input.invoice_display_name === undefined ? {} : { invoice_display_name: input.invoice_display_name }),
    updated_at: now,
  };
  if (storedCommitment) await updateCommitment(transaction, id, changes);
  else {
    await insertCommitment(transaction, {
      id,
      organization_id: transaction.organizationId,
      plan_id: planId,
      amount_cents: BigInt(input.amount_cents ?? 0),
      invoice_display_name: null,
      created_at: now,
      ...changes,
    });
  }
  if (input.tax_codes) await replaceCommitmentTaxes(scope, id, input.tax_codes);
}
