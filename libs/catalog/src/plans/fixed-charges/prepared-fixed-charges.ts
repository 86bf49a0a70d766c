import type { FixedChargeModel } from '@tollgate/contracts';
import type { FixedChargeRow } from '../../model/plan-repositories/fixed-charges.repository.js';

/** A new fixed charge that passed its check, with the id of its row. */
export interface AddedFixedCharge {
  kind: 'added';
  row: FixedChargeRow;
  taxIds: string[];
  /** Whether its units are in force now, else from the next period on. */
  immediately: boolean;
}

/** A change of a fixed charge that passed its check: the row as it will be. */
export interface EditedFixedCharge {
  kind: 'edited';
  row: FixedChargeRow;
  /** Null if its taxes stay. */
  taxIds: string[] | null;
  unitsChanged: boolean;
  /** Whether the new units are in force now, else from the next period on. */
  immediately: boolean;
  /** The model in the request; the cascade skips copies with another model. */
  requestedModel: FixedChargeModel | undefined;
}

export type PreparedFixedCharge = AddedFixedCharge | EditedFixedCharge;

/** A change of a fixed charge, with its stored row before and after. */
export interface ChangedFixedCharge extends EditedFixedCharge {
  before: FixedChargeRow;
  after: FixedChargeRow;
}
