import type { TenantTransaction } from '@tollgate/platform';
import type { InvoicingDatabase } from '../invoicing.database.js';

/** Carries what was found out of a transaction that is rolled back. */
class RolledBack<T> extends Error {
  constructor(readonly result: T) {
    super('rolled back');
  }
}

/** Does work in a transaction of which nothing stays, messages included. @returns what the work finds */
export async function rolledBack<T>(
  database: InvoicingDatabase,
  organizationId: string,
  work: (transaction: TenantTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await database.tenant(organizationId, async (transaction) => {
      throw new RolledBack(await work(transaction));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}
