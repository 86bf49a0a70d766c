import type { MessageDescriptor } from '@lingui/core';

/** An act of a record on the page. */
export interface Offer {
  act: unknown;
  record: unknown;
  label: MessageDescriptor;
  /** Why the state of the record forbids the act; null where it may be done. */
  refusal: MessageDescriptor | null;
  /** Opens its dialog, as its button does. */
  open(): void;
}

/**
 * Each act once. One that the page has for several records is left out: its name does not say to which of them it
 * belongs. Each of them has its button.
 */
export function distinctOffers(offers: readonly Offer[]): readonly Offer[] {
  const byAct = Map.groupBy(offers, ({ act }) => act);
  return [...byAct.values()].flatMap(([first, ...others]) =>
    first && others.every(({ record }) => record === first.record) ? [first] : [],
  );
}

/** The acts that the parts of a page offer, in the order in which the parts came. */
export function offerStore() {
  const parts = new Map<string, readonly Offer[]>();
  const listeners = new Set<() => void>();
  let all: readonly Offer[] = [];
  const change = () => {
    all = distinctOffers([...parts.values()].flat());
    for (const listener of listeners) listener();
  };
  return {
    /** Sets the acts of a part. */
    put(part: string, offers: readonly Offer[]): void {
      parts.set(part, offers);
      change();
    },
    remove(part: string): void {
      parts.delete(part);
      change();
    },
    all: () => all,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
