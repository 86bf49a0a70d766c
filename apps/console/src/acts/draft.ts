import { useState } from 'react';
import type { Values } from './field.js';
import { withoutSecrets } from './secret-field.js';

/** The typed texts of a form, and what its fields showed when the person began to type. */
export interface Draft {
  typed: Values;
  over: Values;
}

/** A field that a person has typed over, and whose value another person has changed since. */
export interface Conflict {
  name: string;
  theirs: string;
  mine: string;
}

const prefix = 'tollgate.draft';
const empty: Draft = { typed: {}, over: {} };

/** The place of a draft in the storage of this tab. */
export const draftKey = (organizationId: string, call: string, record: string): string =>
  [prefix, organizationId, call, record].join(' ');

/** A draft with newly typed texts. @param atFirst what the fields of the record show now */
export const typeInto = ({ typed, over }: Draft, changes: Values, atFirst: Values): Draft => {
  const shown = Object.keys(changes).map((name) => [name, over[name] ?? atFirst[name] ?? '']);
  return { typed: { ...typed, ...changes }, over: { ...over, ...(Object.fromEntries(shown) as Values) } };
};

/** The typed fields whose values have changed since, other than to the typed text. */
export const conflictsOf = ({ typed, over }: Draft, atFirst: Values): Conflict[] =>
  Object.entries(typed)
    .map(([name, mine]) => ({ name, mine, theirs: atFirst[name] ?? '' }))
    .filter(({ name, mine, theirs }) => theirs !== (over[name] ?? '') && theirs !== mine);

/** A draft after the choice about a conflict. Without the typed text, the field follows the record again. */
export function settle({ typed, over }: Draft, { name, theirs }: Conflict, choice: 'mine' | 'theirs'): Draft {
  if (choice === 'mine') return { typed, over: { ...over, [name]: theirs } };
  const without = (values: Values) => Object.fromEntries(Object.entries(values).filter(([one]) => one !== name));
  return { typed: without(typed), over: without(over) };
}

function stored(key: string): Draft {
  try {
    return { ...empty, ...(JSON.parse(window.sessionStorage.getItem(key) ?? '{}') as Partial<Draft>) };
  } catch {
    return empty;
  }
}

/**
 * The texts of a form, as typed. They outlast a reload and an ended session, until they are sent or the person cancels.
 * Fields without a typed text follow the record: an amount that was due before does not come back.
 */
export function useDraft(key: string, atFirst: Values) {
  const [draft, setDraft] = useState<Draft>(() => stored(key));
  const save = (next: Draft) => {
    setDraft(next);
    const stays: Draft = { typed: withoutSecrets(next.typed), over: withoutSecrets(next.over) };
    window.sessionStorage.setItem(key, JSON.stringify(stays));
  };
  return {
    typed: { ...atFirst, ...draft.typed },
    conflicts: conflictsOf(draft, atFirst),
    /** Whether the person has replaced a value of the record. */
    replaces: Object.values(draft.over).some((text) => text !== ''),
    type: (changes: Values) => save(typeInto(draft, changes, atFirst)),
    settle: (conflict: Conflict, choice: 'mine' | 'theirs') => save(settle(draft, conflict, choice)),
    clear: () => window.sessionStorage.removeItem(key),
  };
}
