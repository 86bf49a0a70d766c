import { useSyncExternalStore } from 'react';
import type { MessageDescriptor } from '@lingui/core';
import type { RecordKind } from '../ui/record-link.js';

/** A line at the foot of the page about an act. */
export interface Notice {
  id: number;
  text: MessageDescriptor;
  goTo?: { kind: RecordKind; id: string };
  undo?: () => void;
}

const shownMs = 10_000;
let notices: readonly Notice[] = [];
let latest = 0;
const listeners = new Set<() => void>();

function set(next: readonly Notice[]): void {
  notices = next;
  listeners.forEach((listener) => listener());
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Shows a line for ten seconds. */
export function notify(notice: Omit<Notice, 'id'>): void {
  const id = ++latest;
  set([...notices, { id, ...notice }]);
  window.setTimeout(() => dismiss(id), shownMs);
}

export const dismiss = (id: number): void => set(notices.filter((one) => one.id !== id));

export const useNotices = (): readonly Notice[] => useSyncExternalStore(listen, () => notices);
