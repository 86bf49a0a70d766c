import { useSyncExternalStore } from 'react';

/** The acts on many that this browser follows in the head of every page, by organization. */
const keyOf = (organizationId: string): string => `bulk-acts ${organizationId}`;
const mostFollowed = 5;
const listeners = new Set<() => void>();
const none = '';

function stored(organizationId: string): string {
  try {
    return window.localStorage.getItem(keyOf(organizationId)) ?? none;
  } catch {
    return none;
  }
}

function store(organizationId: string, ids: readonly string[]): void {
  try {
    if (ids.length === 0) window.localStorage.removeItem(keyOf(organizationId));
    else window.localStorage.setItem(keyOf(organizationId), ids.join(' '));
  } catch {
    // A browser that stores nothing shows no progress; the list of acts has it.
  }
  listeners.forEach((listener) => listener());
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

const idsOf = (text: string): readonly string[] => text.split(' ').filter((id) => id !== '');

/** Shows the progress of an act from now on. */
export const follow = (organizationId: string, id: string): void =>
  store(organizationId, [...idsOf(stored(organizationId)).filter((one) => one !== id), id].slice(-mostFollowed));

/** Shows it no longer. */
export const unfollow = (organizationId: string, id: string): void =>
  store(
    organizationId,
    idsOf(stored(organizationId)).filter((one) => one !== id),
  );

/** The acts whose progress the page shows; they are there again after the browser was closed. */
export const useFollowed = (organizationId: string): readonly string[] =>
  idsOf(useSyncExternalStore(listen, () => stored(organizationId)));
