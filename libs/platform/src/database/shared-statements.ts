import type { Transaction } from './transaction.js';

interface Waiting<Request, Answer> {
  request: Request;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches concurrent requests of a transaction into one statement: all requests made before it next waits for the
 * connection go together. A single request runs the same statement for one.
 * @param together returns the answers in the order of the requests
 */
export function sharedStatement<T extends Transaction, Request, Answer>(
  together: (transaction: T, request: Request[]) => Promise<Answer[]>,
): (transaction: T, request: Request) => Promise<Answer> {
  const open = new WeakMap<T, Waiting<Request, Answer>[]>();
  const serve = async (transaction: T, waiting: Waiting<Request, Answer>[]) => {
    try {
      const answers = await together(
        transaction,
        waiting.map(({ request }) => request),
      );
      waiting.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  };
  return async (transaction, request) =>
    new Promise<Answer>((resolve, reject) => {
      const waitingRequest = { request, resolve, reject };
      const waiting = open.get(transaction);
      if (waiting) {
        waiting.push(waitingRequest);
        return;
      }
      const begun = [waitingRequest];
      open.set(transaction, begun);
      // Work with its answers runs first, up to its next request.
      setImmediate(() => {
        open.delete(transaction);
        void serve(transaction, begun);
      });
    });
}

/**
 * The same for a statement that loads by keys.
 * @param load its result may contain more keys than one caller requested
 */
export const sharedByKeys = <T extends Transaction, Found>(
  load: (transaction: T, keys: string[]) => Promise<Found>,
): ((transaction: T, keys: string[]) => Promise<Found>) =>
  sharedStatement<T, string[], Found>(async (transaction, request) => {
    const loaded = await load(transaction, [...new Set(request.flat())]);
    return request.map(() => loaded);
  });

/**
 * Runs work for all items concurrently in one transaction, so that they share statements.
 * @throws the first error, after all work has ended: no work then queries a transaction that was rolled back
 */
export async function mapConcurrent<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const outcomes = await Promise.allSettled(items.map(async (item, index) => work(item, index)));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}
