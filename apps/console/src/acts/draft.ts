import { useState } from 'react';
import type { Values } from './field.js';
import { withoutSecrets } from './secret-field.js';

const prefix = 'tollgate.draft';

/** The place of a draft in the storage of this tab. */
export const draftKey = (organizationId: string, call: string, record: string): string =>
  [prefix, organizationId, call, record].join(' ');

function stored(key: string): Values {
  try {
    return JSON.parse(window.sessionStorage.getItem(key) ?? '{}') as Values;
  } catch {
    return {};
  }
}

/**
 * The texts of a form, as typed. They outlast a reload and an ended session, until they are sent or the person cancels.
 * Fields without a typed text follow the record: an amount that was due before does not come back.
 */
export function useDraft(key: string, atFirst: Values) {
  const [typed, setTyped] = useState<Values>(() => stored(key));
  return {
    typed: { ...atFirst, ...typed },
    type: (changes: Values) => {
      const next = { ...typed, ...changes };
      setTyped(next);
      window.sessionStorage.setItem(key, JSON.stringify(withoutSecrets(next)));
    },
    clear: () => window.sessionStorage.removeItem(key),
  };
}
