import { useEffect, useSyncExternalStore } from 'react';
import type { Call } from '../api/read.js';

/** The record that the page shows, for what stands beside all pages. */
export interface Subject {
  /** The path of its call, such as `/invoices/{svc_id}`. */
  path: string;
  /** The same with its identifier. */
  address: string;
  /** Its identifier in messages and logs; empty for records without one. */
  id: string;
  externalId: string;
}

let subject: Subject | null = null;
const listeners = new Set<() => void>();
const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
function set(next: Subject | null): void {
  subject = next;
  listeners.forEach((listener) => listener());
}

/** The record of the page; null on other pages. */
export const useSubject = (): Subject | null => useSyncExternalStore(listen, () => subject);

interface Named {
  svc_id?: string;
  external_id?: string;
}

/** Names the record of the page while it is shown. @param answer of its call; undefined before */
export function useAsSubject({ path, values = {} }: Call, answer: object | undefined): void {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const [record] = Object.values(answer ?? {}) as Named[];
  const { svc_id: id = '', external_id: externalId = '' } = record ?? {};
  useEffect(() => {
    if (id === '' && externalId === '') return undefined;
    set({ path, address, id, externalId });
    return () => set(null);
  }, [path, address, id, externalId]);
}
