import type { Transaction } from './transaction.js';

interface Waiting<Request, Answer> {
  request: Request;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * A statement that serves all work of a transaction that asks for it at the same time: what is asked before the connection
 * is waited for again goes together. Asked for by one alone it is the same statement, for one.
 * @param together answers in the order of what was asked
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
      const one = { request, resolve, reject };
      const waiting = open.get(transaction);
      if (waiting) {
        waiting.push(one);
        return;
      }
      const begun = [one];
      open.set(transaction, begun);
      // What has its answers goes on before this, up to what it asks next.
      setImmediate(() => {
        open.delete(transaction);
        void serve(transaction, begun);
      });
    });
}

/**
 * The same of a statement that finds things by their keys.
 * @param load what is found, of more keys too than one has asked for
 */
export const sharedByKeys = <T extends Transaction, Found>(
  load: (transaction: T, keys: string[]) => Promise<Found>,
): ((transaction: T, keys: string[]) => Promise<Found>) =>
  sharedStatement<T, string[], Found>(async (transaction, request) => {
    const found = await load(transaction, [...new Set(request.flat())]);
    return request.map(() => found);
  });

/**
 * Does work for each in one transaction, all at the same time, so that it shares its statements.
 * @throws the first error, when all have come to an end: nothing asks a transaction any more that is undone
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
