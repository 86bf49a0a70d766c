import { useSyncExternalStore } from 'react';

const keyOf = (organizationId: string): string => `tollgate.first-run-hidden ${organizationId}`;
const listeners = new Set<() => void>();
const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Hides the first run of an organization in this browser. */
export function hide(organizationId: string): void {
  window.localStorage.setItem(keyOf(organizationId), 'yes');
  listeners.forEach((listener) => listener());
}

export const useHidden = (organizationId: string): boolean =>
  useSyncExternalStore(listen, () => window.localStorage.getItem(keyOf(organizationId)) !== null);
