import { useEffect, useState } from 'react';
import type { Query, ReadPath } from '../api/read.js';
import { useKey } from '../frame/use-key.js';

/** The records of a list that a person has chosen. */
export interface Selection {
  /** The chosen records of the pages; without meaning when everything is chosen. */
  ids: ReadonlySet<string>;
  /** Whether all records that fit the filters are chosen, on other pages too. */
  isEverything: boolean;
  /** Whether a record is chosen. */
  has(id: string): boolean;
  /** Chooses a record, or no longer. @param isRange with those between it and the latest one */
  toggle(id: string, isRange: boolean): void;
  /** Chooses all records of the page, or none of them. */
  togglePage(): void;
  chooseEverything(): void;
  clear(): void;
}

/** A list of which records are chosen. */
export interface SelectedProps {
  path: ReadPath;
  /** The query of the list without its filters. */
  base: Query;
  /** The query of the list with its filters and its tab. */
  filtered: Query;
  /** The number of records that fit. */
  total: number;
  hasSums: boolean;
  /** The number of rows of the page. */
  rows: number;
  selection: Selection;
}

interface Chosen {
  /** The filters of the list; the selection ends with them. */
  about: string;
  ids: ReadonlySet<string>;
  isEverything: boolean;
  latest: string | null;
}

const none = (about: string): Chosen => ({ about, ids: new Set(), isEverything: false, latest: null });

/** The records from the latest chosen one to another, as the page has them; that one alone without both on the page. */
export function rangeOf(keys: readonly string[], latest: string | null, id: string): readonly string[] {
  const [from, to] = [latest === null ? -1 : keys.indexOf(latest), keys.indexOf(id)];
  return from === -1 || to === -1 ? [id] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** The chosen records after one was toggled. */
export function toggled(
  { ids, latest }: Pick<Chosen, 'ids' | 'latest'>,
  keys: readonly string[],
  id: string,
  isRange: boolean,
): ReadonlySet<string> {
  const next = new Set(ids);
  const isOn = !next.has(id);
  for (const one of isRange ? rangeOf(keys, latest, id) : [id])
    if (isOn) next.add(one);
    else next.delete(one);
  return next;
}

/**
 * The selection of a list. It lasts over its pages, and ends with its filters.
 * @param keys the records of the page, in order
 * @param about the filters of the list
 */
export function useSelection(keys: readonly string[], about: string): Selection {
  const [stored, setChosen] = useState<Chosen>(() => none(about));
  const chosen = stored.about === about ? stored : none(about);
  const { ids, isEverything } = chosen;
  const toggle = (id: string, isRange: boolean) =>
    setChosen({
      about,
      ids: toggled(isEverything ? { ids: new Set(keys), latest: chosen.latest } : chosen, keys, id, isRange),
      isEverything: false,
      latest: id,
    });
  const isPage = keys.length > 0 && keys.every((key) => ids.has(key));
  return {
    ids,
    isEverything,
    has: (id) => isEverything || ids.has(id),
    toggle,
    togglePage: () =>
      setChosen(
        isPage || isEverything ? none(about) : { ...chosen, isEverything: false, ids: new Set([...ids, ...keys]) },
      ),
    chooseEverything: () => setChosen({ ...chosen, isEverything: true }),
    clear: () => setChosen(none(about)),
  };
}

/** The record whose row has the focus. */
const focusedRow = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('main tbody tr[data-record]')?.dataset['record'];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input:not([type="checkbox"]), select, textarea') !== null;

/**
 * Keys of a selection: x chooses the row, Shift+x all rows since the latest one, ⌘A the page, Escape none.
 * @param selection null for a list without one
 */
export function useSelectionKeys(selection: Selection | null): void {
  const toggle = (isRange: boolean) => {
    const id = focusedRow();
    if (id !== undefined) selection?.toggle(id, isRange);
  };
  useKey({ x: () => toggle(false), X: () => toggle(true), Escape: () => selection?.clear() });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!selection || event.key !== 'a' || !(event.metaKey || event.ctrlKey) || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      selection.togglePage();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}
