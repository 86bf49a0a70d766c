import { newId } from '@tollgate/platform';
import type { AddedCharge, StoredCharge } from '../charge-writes/prepared-charges.js';

/** An override plan, and the code that a copy has there. */
export interface CopyTarget {
  planId: string;
  code: string;
  now: Date;
}

/**
 * Prepares a copy of a charge with its filters and its unit, without its taxes. The copy of a retained charge copies the same
 * original.
 */
export function copiedCharge({ row, filters, unit }: StoredCharge, { planId, code, now }: CopyTarget): AddedCharge {
  const id = newId();
  return {
    kind: 'added',
    row: {
      ...row,
      ...{ id, plan_id: planId, parent_id: row.parent_id ?? row.id, code, created_at: now, updated_at: now },
      // Its documents take those of the parent while the names are the same.
      invoice_display_name_translations: {},
    },
    filters: filters.map((filter, index) => ({
      ...filter,
      id: newId(),
      charge_id: id,
      invoice_display_name_translations: {},
      parent_id: filter.parent_id ?? filter.id,
      position: index + 1,
      created_at: now,
      updated_at: now,
    })),
    taxIds: [],
    unit,
  };
}
