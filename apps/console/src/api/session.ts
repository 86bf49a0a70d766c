import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, Refusal, type Session } from './client.js';

const mark = 'tollgate.signed-in';

/**
 * Remembers a sign-in in this browser: without it, no page reads a session from the service. The time makes each
 * sign-in another value, so that the pages of other tabs notice it.
 */
export const rememberSignIn = (): void => window.localStorage.setItem(mark, String(Date.now()));
export const clearSignIn = (): void => window.localStorage.removeItem(mark);

/** Notices people who sign in or out in other tabs. @returns a function that ends it */
export function listenForSignIns(listener: () => Promise<void>): () => void {
  const notice = ({ key }: StorageEvent) => {
    if (key === mark) void listener();
  };
  window.addEventListener('storage', notice);
  return () => window.removeEventListener('storage', notice);
}

/** The session of this browser; null without one. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session | null> => {
    if (window.localStorage.getItem(mark) === null) return null;
    try {
      return (await answerOf(api.GET('/session'))).session;
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      clearSignIn();
      return null;
    }
  },
  staleTime: 30_000,
});
