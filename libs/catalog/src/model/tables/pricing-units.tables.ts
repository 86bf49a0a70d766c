/** A unit that charges are priced in instead of the currency, such as credits; it has two decimals. */
export interface PricingUnitsTable {
  id: string;
  organization_id: string;
  code: string;
  name: string;
  short_name: string;
  description: string | null;
  created_at: Date;
}

/** The unit that a charge is priced in. */
export interface AppliedPricingUnitsTable {
  charge_id: string;
  organization_id: string;
  pricing_unit_id: string;
  /** Main units of the plan's currency for one of the unit, numeric. */
  conversion_rate: string;
}
