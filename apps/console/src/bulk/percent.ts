import type { BulkAct } from '../api/records.js';

/** How much of an act is done, from 0 to 100. */
export const percentOf = ({ records_total: total, records_waiting: waiting }: BulkAct): number =>
  total === 0 ? 100 : Math.floor((100 * (total - waiting)) / total);
