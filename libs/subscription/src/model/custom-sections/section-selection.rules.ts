/** A request about invoice custom sections: skip them, or select these codes. */
export interface SectionSelection {
  skip?: boolean | null | undefined;
  codes?: string[] | null | undefined;
}

/** A change of a selection; an absent part stays. */
export interface SelectionChange {
  skips?: boolean;
  codes?: string[];
}

/** The change by a request on a customer (customers, section 2.9); null for a contradiction. */
export function customerSelectionChange({ skip, codes }: SectionSelection): SelectionChange | null {
  if (skip === true && codes) return null;
  if (skip === true) return { skips: true, codes: [] };
  if (codes) return { skips: false, codes };
  return skip === false ? { skips: false } : {};
}

/**
 * The change by a request on a subscription, wallet or top-up rule (catalog, section 16).
 * @param skips the stored flag
 */
export function ownSelectionChange({ skip, codes }: SectionSelection, skips: boolean): SelectionChange {
  if (skip === true) return { skips: true, codes: [] };
  if (skip === false) return { skips: false, ...(codes ? { codes } : {}) };
  return codes && !skips ? { codes } : {};
}
