import type { ChargeFilterView, ChargeView, FixedChargeView } from '@tollgate/catalog/reader';

/**
 * The ids under which a subscription was billed for a charge: its own, and that of the charge that it copies. A
 * subscription may get a plan of its own while it runs (subscriptions, section 3.6), and its bills go on.
 */
export const chargeIds = ({ id, parentId }: Pick<ChargeView | FixedChargeView, 'id' | 'parentId'>): string[] =>
  parentId === null ? [id] : [id, parentId];

/** A part of a charge as its events were charged: the charge, and the filter of the part. */
export interface PartName {
  chargeId: string;
  filterId: string | null;
}

/** The names under which events of a part were charged: its own, and that of the part that it copies. */
export function partNames(
  { id, parentId }: Pick<ChargeView, 'id' | 'parentId'>,
  filter: Pick<ChargeFilterView, 'id' | 'parentId'> | null,
): PartName[] {
  const own = { chargeId: id, filterId: filter?.id ?? null };
  const isCopied = parentId !== null && (filter === null || filter.parentId !== null);
  return isCopied ? [own, { chargeId: parentId, filterId: filter?.parentId ?? null }] : [own];
}

/** Identifies a filter by its values: copies of a charge have filters of their own. */
export const filterKey = (values: Record<string, string[]> | null): string =>
  values === null ? '' : JSON.stringify(inOrder(values));

/** Identifies the group of a fee. */
export const groupKey = (groupedBy: Record<string, string | null>): string => JSON.stringify(inOrder(groupedBy));

const inOrder = <T>(record: Record<string, T>): [string, T][] =>
  Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
