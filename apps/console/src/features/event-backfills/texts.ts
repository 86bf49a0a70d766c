import type { EventBackfill } from '../../api/records.js';
import type { components } from '../../api/schema.js';

export type BackfillRow = components['schemas']['EventBackfillRow'];
export type SingleBackfill = components['schemas']['SingleEventBackfill'];

/** Where the rows come from: the address of a bucket, or nothing for an upload. */
export const originOf = ({ url, svc_id: id }: Pick<EventBackfill, 'url' | 'svc_id'>): string => url ?? id;

/** Codes by field in one line: `timestamp: invalid_date`. */
export const errorsText = (errors: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(errors)
    .map(([field, codes]) => `${field}: ${codes.join(', ')}`)
    .join('; ');

/** Why a backfill failed, with file and row. */
export const failureText = (backfill: Pick<EventBackfill, 'error' | 'error_object' | 'error_row'>): string => {
  const place = [backfill.error_object, backfill.error_row].filter((part) => part !== null).join(' / ');
  return place === '' ? (backfill.error ?? '') : `${backfill.error ?? ''} (${place})`;
};

/** The part of the bytes that is read, in percent: 100 at the end alone. */
export const percentOf = ({
  bytes_done: done,
  bytes_total: total,
  status,
}: Pick<EventBackfill, 'bytes_done' | 'bytes_total' | 'status'>): number => {
  if (status === 'completed') return 100;
  return total === 0 ? 0 : Math.min(Math.floor((done * 100) / total), 99);
};
