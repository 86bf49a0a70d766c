/** The plan of a charge or fixed charge at its turn in a body: earlier records have changed the plan already. */
export interface PlanAtTurn {
  id: string;
  /** Whether it has, or ever had, a subscription. */
  attached: boolean;
  /** The codes in use among its charges, or among its fixed charges. */
  codes: string[];
}
