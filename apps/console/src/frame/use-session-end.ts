import { useEffect, useSyncExternalStore } from 'react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { Session } from '../api/client.js';
import { goOn, isWaiting, listenForWaiting } from '../api/session-end.js';
import { listenForSignIns, sessionQuery } from '../api/session.js';

/**
 * Whether the session of a page has ended. The page follows what other tabs do: the same person who signs in again
 * there goes on here; pages of another person load again.
 */
export function useSessionEnd(known: Session): boolean {
  const queries = useQueryClient();
  const { data: session } = useSuspenseQuery(sessionQuery);
  const hasCalls = useSyncExternalStore(listenForWaiting, isWaiting);
  const person = known.user.svc_id;
  useEffect(
    () =>
      listenForSignIns(async () => {
        await queries.prefetchQuery({ ...sessionQuery, staleTime: 0 });
        const now = queries.getQueryData(sessionQuery.queryKey);
        if (!now) return;
        if (now.user.svc_id === person) goOn(true);
        else window.location.reload();
      }),
    [queries, person],
  );
  return hasCalls || session === null;
}
