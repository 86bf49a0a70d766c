import { newId } from '@tollgate/platform';
import type { FixedChargeRow } from '../../model/plan-repositories/fixed-charges.repository.js';
import type { AddedFixedCharge } from './prepared-fixed-charges.js';

/** An override plan, and the units that its subscription overrides already, by the id of the copied fixed charge. */
export interface CopyTarget {
  planId: string;
  units: Record<string, string>;
  now: Date;
}

/** Prepares a copy of a fixed charge, without its taxes. The copy of a retained one copies the same original. */
export const copiedFixedCharge = (parent: FixedChargeRow, { planId, units, now }: CopyTarget): AddedFixedCharge => ({
  kind: 'added',
  row: {
    ...parent,
    id: newId(),
    plan_id: planId,
    parent_id: parent.parent_id ?? parent.id,
    // Its documents take those of the parent while the names are the same.
    invoice_display_name_translations: {},
    units: units[parent.id] ?? parent.units,
    revision: 0,
    created_at: now,
    updated_at: now,
  },
  taxIds: [],
  immediately: false,
});
