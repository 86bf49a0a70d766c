import { AsyncLocalStorage } from 'node:async_hooks';

interface Scope {
  open: boolean;
}

const storage = new AsyncLocalStorage<Scope>();

/** Runs the work of a transaction and marks it as open for all code that the work calls. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const scope = { open: true };
  try {
    return await storage.run(scope, work);
  } finally {
    // Work that began in the transaction and continues is outside of it from now on.
    scope.open = false;
  }
}

/** Whether the caller runs inside an open transaction. */
export const isTransactionOpen = (): boolean => storage.getStore()?.open ?? false;

/**
 * For calls that wait for another process: an open transaction would hold its row locks and its connection meanwhile.
 * @throws Error inside of a transaction; that is a programming error, independent of data
 */
export function refuseInsideTransaction(what: string): void {
  if (isTransactionOpen()) throw new Error(`${what} inside of an open transaction`);
}
