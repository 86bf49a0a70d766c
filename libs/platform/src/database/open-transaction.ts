import { AsyncLocalStorage } from 'node:async_hooks';

interface Scope {
  open: boolean;
}

const storage = new AsyncLocalStorage<Scope>();

/** Runs the work of a transaction; what it calls can tell that the transaction is open. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const scope = { open: true };
  try {
    return await storage.run(scope, work);
  } finally {
    // What was begun in it and goes on by itself is outside of it from now on.
    scope.open = false;
  }
}

/** Whether a transaction is open here. */
export const isTransactionOpen = (): boolean => storage.getStore()?.open ?? false;

/**
 * For what waits for another process: with a transaction open, its rows would be locked and its connection held as long.
 * @throws Error inside of a transaction; it is a mistake of the caller and never a matter of data
 */
export function refuseInsideTransaction(what: string): void {
  if (isTransactionOpen()) throw new Error(`${what} inside of an open transaction`);
}
