import { DataRefused } from '@tollgate/platform';

/** A row that the store rejects, and the reason. */
export interface Refused {
  position: number;
  reason: DataRefused;
}

/**
 * Inserts rows as one block. If the store rejects the data, the function inserts the halves separately, down to the
 * rejected single rows. An odd event costs its sender a few more inserts and blocks no other events. Rows inserted
 * twice, because a later half failed, are the same to the store.
 * @throws any error that is no rejection of data; the outcome is then unknown
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
