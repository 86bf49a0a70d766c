import { newId } from '@tollgate/platform';
import { checkRecord } from '../../records.js';
import type { Stamp } from '../../scope.js';
import { taxIdsOf, type NamedTaxes } from '../../issuers/taxes/named-taxes.js';
import type { CommitmentDraft } from './commitment.draft.js';
import type { MinimumCommitmentRow } from './minimum-commitments.repository.js';

/** A minimum commitment that passed its check. */
export type PreparedCommitment =
  | { kind: 'removed' }
  | {
      kind: 'added' | 'edited';
      /** As it will be. */
      row: MinimumCommitmentRow;
      /** Null if its taxes stay. */
      taxIds: string[] | null;
    };

/**
 * Checks the minimum commitment of a body: an empty one removes the stored one, and of a stored one only the submitted
 * members change (catalog, section 3.4).
 * @param stored the commitment of the plan; null for none
 * @throws ValidationFailed, NotFound `tax_not_found`
 */
export function checkCommitment(
  { isEmpty, fields }: CommitmentDraft,
  planId: string,
  stored: MinimumCommitmentRow | null,
  taxes: NamedTaxes,
  { organizationId, now }: Stamp,
): PreparedCommitment {
  if (isEmpty) return { kind: 'removed' };
  const input = checkRecord(fields, ({ amount_cents: amount }, add) => {
    if (amount === null || (!stored && amount === undefined)) add('amount_cents', 'is not a number');
    if (typeof amount === 'number' && amount <= 0) add('amount_cents', 'value_is_out_of_range');
  });
  const before: MinimumCommitmentRow = stored ?? {
    id: newId(),
    organization_id: organizationId,
    plan_id: planId,
    amount_cents: 0n,
    invoice_display_name: null,
    invoice_display_name_translations: {},
    created_at: now,
    updated_at: now,
  };
  const row = {
    ...before,
    ...(typeof input.amount_cents === 'number' ? { amount_cents: BigInt(input.amount_cents) } : {}),
    ...(input.invoice_display_name === undefined ? {} : { invoice_display_name: input.invoice_display_name }),
    ...(input.invoice_display_name_translations
      ? { invoice_display_name_translations: input.invoice_display_name_translations }
      : {}),
    updated_at: now,
  };
  const taxIds = input.tax_codes ? taxIdsOf(taxes, input.tax_codes) : null;
  return { kind: stored ? 'edited' : 'added', row, taxIds };
}
