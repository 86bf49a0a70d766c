import type { ColumnType, Generated } from 'kysely';

type Numeric = ColumnType<string, string, string>;

/** Units of a fixed charge that one subscription overrides. */
export interface FixedChargeOverridesTable {
  organization_id: string;
  subscription_id: string;
  fixed_charge_id: string;
  units: Numeric;
  updated_at: Date;
}

/** The quantity history of a subscription's fixed charges; the last entry counts (charges, section 5.2). */
export interface FixedChargeUnitChangesTable {
  id: string;
  /** The order of the changes. */
  sequence: Generated<bigint>;
  organization_id: string;
  subscription_id: string;
  fixed_charge_id: string;
  units: Numeric;
  /** The revision of the plan's units at that time. */
  revision: number;
  effective_at: Date;
  created_at: Date;
}
