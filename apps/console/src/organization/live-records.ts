import { useEffect } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { followStream } from '../api/event-stream.js';
import { useMembership } from '../frame/membership.js';
import { markChanged } from '../ui/changed.js';

const pauseMs = 1_000;

/** A read of one record, or of its parts: it has a value in its path. */
const isOfOneRecord = (key: readonly unknown[]): boolean => String(key[2]).includes('{');

/** Reads pages of records again; lists wait for the person, so that no row moves by itself. */
async function readAgain(queries: QueryClient, organizationId: string): Promise<void> {
  const queryKey = ['read', organizationId];
  await queries.invalidateQueries({ queryKey, refetchType: 'none' });
  await queries.refetchQueries({ queryKey, type: 'active', predicate: (query) => isOfOneRecord(query.queryKey) });
  markChanged();
}

/** Follows the changes of the organization while the page is in front: at most one reading each second. */
export function useLiveRecords(): void {
  const { organization, membership } = useMembership();
  const queries = useQueryClient();
  const { svc_id: id } = organization;
  const mayFollow = membership.login_method_authorized;
  useEffect(() => {
    if (!mayFollow) return undefined;
    let following: AbortController | null = null;
    let due: number | undefined;
    const read = () => {
      due = undefined;
      void readAgain(queries, id);
    };
    const follow = () => {
      const isShown = document.visibilityState === 'visible';
      if (isShown && !following) {
        following = new AbortController();
        void followStream(id, '/changes/stream?since=latest', following.signal, {
          onOpen: () => undefined,
          onMessage: () => (due ??= window.setTimeout(read, pauseMs)),
          onRefusal: () => undefined,
        });
      }
      if (!isShown) {
        following?.abort();
        following = null;
      }
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      following?.abort();
      window.clearTimeout(due);
    };
  }, [queries, id, mayFollow]);
}
