import { useSyncExternalStore } from 'react';

/** Whether objects have changed since the lists of the page were read. */
let isChanged = false;
const listeners = new Set<() => void>();

const set = (value: boolean): void => {
  if (value === isChanged) return;
  isChanged = value;
  listeners.forEach((listener) => listener());
};
const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const markChanged = (): void => set(true);
export const clearChanged = (): void => set(false);
export const useChanged = (): boolean => useSyncExternalStore(listen, () => isChanged);
