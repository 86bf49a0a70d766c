/** What a call says of invoice custom sections: none at all, or those with these codes. */
export interface SectionSelection {
  skip?: boolean | null | undefined;
  codes?: string[] | null | undefined;
}

/** What becomes of a selection; a part that is not there stays as it is. */
export interface SelectionChange {
  skips?: boolean;
  codes?: string[];
}

/** What a customer's call changes (customers, section 2.9); null when it contradicts itself. */
export function customerSelectionChange({ skip, codes }: SectionSelection): SelectionChange | null {
  if (skip === true && codes) return null;
  if (skip === true) return { skips: true, codes: [] };
  if (codes) return { skips: false, codes };
  return skip === false ? { skips: false } : {};
}

/** What a call on a subscription, a wallet or a top-up rule changes (catalog, section 16). @param skips whether it wants none so far */
export function ownSelectionChange({ skip, codes }: SectionSelection, skips: boolean): SelectionChange {
  if (skip === true) return { skips: true, codes: [] };
  if (skip === false) return { skips: false, ...(codes ? { codes } : {}) };
  return codes && !skips ? { codes } : {};
}
