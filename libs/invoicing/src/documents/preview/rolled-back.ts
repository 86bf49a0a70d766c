import type { TenantTransaction } from '@tollgate/platform';
import type { InvoicingDatabase } from '../../invoicing.database.js';

/** Carries the result out of a transaction that rolls back. */
class RolledBack<T> extends Error {
  constructor(readonly result: T) {
    super('rolled back');
  }
}

/** Runs work in a transaction that rolls back, including its messages. @returns the result of the work */
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
