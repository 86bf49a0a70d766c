import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { rememberSignIn, sessionQuery } from '../api/session.js';

/** Leads a person on who has just signed in. */
export function useArrival(): (to?: string) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (to = '/') => {
    rememberSignIn();
    queries.removeQueries();
    await queries.prefetchQuery(sessionQuery);
    // Only addresses of these pages: the router adds their path in front.
    const { pathname, searchParams } = new URL(
      to.startsWith('/') && !to.startsWith('//') ? to : '/',
      'http://localhost',
    );
    await navigate({ to: pathname, search: Object.fromEntries(searchParams), replace: true });
  };
}
