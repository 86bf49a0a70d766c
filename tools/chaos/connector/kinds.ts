// The kinds of objects that the connector copies.
import { type ChangeType, changeKindOf } from '@tollgate/contracts';

/** Kinds whose objects the writers make, with the parts that follow from them. */
export const copiedTypes = [
  'add_on',
  'billable_metric',
  'coupon',
  'customer',
  'fee',
  'invoice',
  'invoice_custom_section',
  'plan',
  'tax',
  'wallet',
] as const satisfies readonly ChangeType[];
export type CopiedType = (typeof copiedTypes)[number];

/** The address of a kind's list, and the name of the list in its answer. */
export function listOf(type: CopiedType): { path: string; name: string } {
  const { path } = changeKindOf(type).list;
  return { path: `/api/v1${path}`, name: path.slice(1) };
}

/** An object as calls show it. */
export type Row = { svc_id: string } & Record<string, unknown>;

/** An entry of the feed. */
export interface Change {
  cursor: string;
  type: CopiedType;
  svc_id: string;
  change: 'created' | 'updated' | 'deleted';
}

/** A part of the feed: entries, and the cursor behind them. */
export interface ChangePage {
  changes: Change[];
  next_cursor: string;
}
