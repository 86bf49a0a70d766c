/** The plan of a charge or fixed charge, as the earlier records of the same body leave it. */
export interface OwningPlan {
  id: string;
  /** Whether it has, or ever had, a subscription. */
  attached: boolean;
  /** The codes in use among its charges, or among its fixed charges. */
  codes: string[];
}
