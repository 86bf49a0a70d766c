import { useSyncExternalStore } from 'react';

/** Whether objects have changed since the lists of the page were read, and how many changes the page has learned of. */
let state = { isChanged: false, changes: 0 };
const listeners = new Set<() => void>();

const set = (next: typeof state): void => {
  state = next;
  listeners.forEach((listener) => listener());
};
const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const markChanged = (): void => set({ isChanged: true, changes: state.changes + 1 });
export const clearChanged = (): void => set({ ...state, isChanged: false });
export const useChanged = (): boolean => useSyncExternalStore(listen, () => state.isChanged);
/** The number of changes so far, for what reads again at each of them. */
export const useChanges = (): number => useSyncExternalStore(listen, () => state.changes);
