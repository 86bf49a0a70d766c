import { useCallback, useEffect, useState } from 'react';
import type { Call, Query, TollgateClient } from './client.js';
import { useTollgate } from './provider.js';

/** The answer of a call that reads. */
export interface Answer<T> {
  /** The latest answer of the customer; it stays while the next one is on its way. */
  data: T | undefined;
  error: Error | null;
  isLoading: boolean;
  /** Reads again. */
  reload(): void;
}

interface Held<T> {
  /** The client and call of the answer: data of another customer or record must not be shown. */
  client: TollgateClient | null;
  path: string | null;
  data: T | undefined;
  error: Error | null;
  isLoading: boolean;
}
const nothing = { client: null, path: null, data: undefined, error: null };

/** Reads a call of the portal. @param path below `/api/v1/portal`; null: nothing is read */
export function useAnswer<T>(path: string | null, query?: Query): Answer<T> {
  const { client } = useTollgate();
  const [round, setRound] = useState(0);
  const [held, setHeld] = useState<Held<T>>({ ...nothing, isLoading: path !== null });
  const asText = JSON.stringify(query ?? {});
  useEffect(() => {
    if (path === null) return;
    const leaving = new AbortController();
    const ofCall = (before: Held<T>) =>
      before.client === client && before.path === path ? before : { ...nothing, client, path };
    setHeld((before) => ({ ...ofCall(before), error: null, isLoading: true }));
    client
      .call<T>({ method: 'GET', path, query: JSON.parse(asText) as Query, signal: leaving.signal })
      .then((data) => setHeld({ client, path, data, error: null, isLoading: false }))
      .catch((error: unknown) => {
        if (!leaving.signal.aborted)
          setHeld((before) => ({ ...ofCall(before), error: asError(error), isLoading: false }));
      });
    return () => leaving.abort();
  }, [client, path, asText, round]);
  const isCurrent = held.client === client && held.path === path;
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const { data, error, isLoading } = isCurrent ? held : { ...nothing, isLoading: path !== null };
  return { data, error, isLoading, reload };
}

/** A call that changes something. */
export interface Act<I, T> {
  /** Makes the call; a second one while it is under way is the same. @throws TollgateError */
  run(input: I): Promise<T>;
  error: Error | null;
  isRunning: boolean;
}

/** Makes calls that change something. @param callOf the call of an input */
export function useAct<I, T>(callOf: (input: I) => Call): Act<I, T> {
  const { client } = useTollgate();
  const [running, setRunning] = useState<Promise<T> | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const run = (input: I): Promise<T> => {
    if (running) return running;
    setError(null);
    const made = client.call<T>(callOf(input));
    setRunning(made);
    made.catch((reason: unknown) => setError(asError(reason))).finally(() => setRunning(null));
    return made;
  };
  return { run, error, isRunning: running !== null };
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
