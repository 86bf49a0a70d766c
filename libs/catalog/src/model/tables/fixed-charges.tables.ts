import type { FixedChargeModel, Translations } from '@tollgate/contracts';
import type { ColumnType } from 'kysely';
import type { Properties } from './charges.tables.js';

export interface FixedChargesTable {
  id: string;
  organization_id: string;
  plan_id: string;
  add_on_id: string;
  /** The fixed charge of the parent plan that this one of an override plan was copied from. */
  parent_id: string | null;
  code: string;
  invoice_display_name: string | null;
  invoice_display_name_translations: ColumnType<Translations, Translations | undefined, Translations>;
  charge_model: FixedChargeModel;
  properties: ColumnType<Properties, string, string>;
  pay_in_advance: boolean;
  prorated: boolean;
  /** Numeric, ten decimals. */
  units: ColumnType<string, string, string>;
  /** Grows with every change of the units, so consumers can detect late messages. */
  revision: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface FixedChargeTaxesTable {
  organization_id: string;
  fixed_charge_id: string;
  tax_id: string;
}
