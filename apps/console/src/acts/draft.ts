import { useState } from 'react';
import type { Values } from './field.js';

const prefix = 'tollgate.draft';

/** The place of a draft in the storage of this tab. */
export const draftKey = (organizationId: string, call: string, record: string): string =>
  [prefix, organizationId, call, record].join(' ');

function stored(key: string): Values | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as Values | null;
  } catch {
    return null;
  }
}

/** The texts of a form, as typed. They outlast the dialog, an ended session and a reload, until they are sent. */
export function useDraft(key: string, atFirst: Values) {
  const [typed, setTyped] = useState<Values>(() => ({ ...atFirst, ...stored(key) }));
  return {
    typed,
    type: (changes: Values) => {
      const next = { ...typed, ...changes };
      setTyped(next);
      window.sessionStorage.setItem(key, JSON.stringify(next));
    },
    clear: () => window.sessionStorage.removeItem(key),
  };
}
