import type { ChargeFilterView, ChargeView, FixedChargeView } from '@tollgate/catalog/reader';

type IdentifiedCharge = Pick<ChargeView | FixedChargeView, 'id' | 'parentId' | 'retainedIds'>;

/**
 * The ids under which a subscription may have been billed for a charge. They are its own, that of the charge that it
 * copies, and those on retained versions. A subscription may get a plan of its own while it runs (subscriptions, section
 * 3.6), or move between versions (catalog, section 25), and its bills go on.
 */
export const chargeIds = ({ id, parentId, retainedIds }: IdentifiedCharge): string[] => [
  ...new Set([id, ...(parentId === null ? [] : [parentId]), ...retainedIds]),
];

/** A part of a charge as its events were charged: the charge, and the filter of the part. */
export interface PartName {
  chargeId: string;
  filterId: string | null;
}

/**
 * The names under which events of a part may have been charged. They are its own, that of the part that it copies, and
 * those on retained versions.
 */
export function partNames(
  charge: IdentifiedCharge,
  filter: Pick<ChargeFilterView, 'id' | 'parentId' | 'retained'> | null,
): PartName[] {
  if (filter === null) return chargeIds(charge).map((chargeId) => ({ chargeId, filterId: null }));
  const { id, parentId, retained } = filter;
  const own = { chargeId: charge.id, filterId: id };
  const copied =
    charge.parentId === null || parentId === null ? [] : [{ chargeId: charge.parentId, filterId: parentId }];
  return [own, ...copied, ...retained.filter(({ filterId }) => filterId !== id)];
}

/** Identifies a filter by its values: copies of a charge have filters of their own. */
export const filterKey = (values: Record<string, string[]> | null): string =>
  values === null ? '' : JSON.stringify(inOrder(values));

/** Identifies the group of a fee. */
export const groupKey = (groupedBy: Record<string, string | null>): string => JSON.stringify(inOrder(groupedBy));

const inOrder = <T>(record: Record<string, T>): [string, T][] =>
  Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
