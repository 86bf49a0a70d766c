import { DataRefused } from '@tollgate/platform';

/** A row that the store does not take, and why. */
export interface Refused {
  position: number;
  reason: DataRefused;
}

/**
 * Inserts rows as one block. When the store refuses it for its data, the halves are inserted by themselves, and so on
 * down to the rows that are refused alone: a sender's odd event costs a few more inserts, and nobody else their events.
 * Rows that are inserted twice, because a later half fails, are the same to the store.
 * @throws whatever is no refusal of data: then it is not known what was written
 */
export async function insertBlock<Row>(
  rows: Row[],
  insert: (rows: Row[]) => Promise<void>,
  first = 0,
): Promise<Refused[]> {
  if (rows.length === 0) return [];
  try {
    await insert(rows);
    return [];
  } catch (error) {
    if (!(error instanceof DataRefused)) throw error;
    if (rows.length === 1) return [{ position: first, reason: error }];
    const half = rows.length >> 1;
    const before = await insertBlock(rows.slice(0, half), insert, first);
    return [...before, ...(await insertBlock(rows.slice(half), insert, first + half))];
  }
}
