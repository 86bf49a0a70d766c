import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, Refusal, type Session } from './client.js';

const mark = 'tollgate.signed-in';

/** Remembers a sign-in in this browser: without it, no page reads a session from the service. */
export const rememberSignIn = (): void => window.localStorage.setItem(mark, '1');
export const clearSignIn = (): void => window.localStorage.removeItem(mark);

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
