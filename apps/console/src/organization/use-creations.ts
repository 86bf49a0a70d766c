import { useEffect, useState } from 'react';
import type { Creation } from '../acts/act.js';
import { allowedOf } from '../acts/allowed.js';
import { useMembership } from '../frame/membership.js';

/** Loads the acts of all features that need no record, with their texts. */
export type LoadCreations = () => Promise<readonly Creation[]>;

/** The acts that need no record and that the person may do; none until their code is there, or without the network. */
export function useCreations(load: LoadCreations): readonly Creation[] {
  const { membership } = useMembership();
  const [creations, setCreations] = useState<readonly Creation[]>([]);
  useEffect(() => {
    let isShown = true;
    load().then(
      (all) => {
        if (isShown) setCreations(all);
      },
      // The search goes on without them, and its next opening loads them again.
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [load]);
  return allowedOf(creations, membership);
}
