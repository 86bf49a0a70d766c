import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { followStream } from '../api/event-stream.js';
import { readAgain } from '../api/read-again.js';
import { useMembership } from '../frame/membership.js';
import { markChanged } from '../ui/changed.js';

const pauseMs = 1_000;

/**
 * Follows the changes of the organization while the page is in front: at most one reading each second. Lists wait for
 * the person, so that no row moves by itself.
 */
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
      void readAgain(queries, id, false).then(markChanged);
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
