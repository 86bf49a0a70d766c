import { useEffect, useId, useSyncExternalStore } from 'react';
import type { Act } from './act.js';
import { offerStore, type Offer } from './offer-store.js';

const store = offerStore();

/** Offers the acts of a part of the page beyond its buttons, while the part is there. @param open opens an act's dialog */
export function useOffer<R>(acts: readonly Act<R>[], record: R, open: (act: Act<R>) => void): void {
  const part = useId();
  useEffect(() => {
    store.put(
      part,
      acts.map((act) => ({
        act,
        record,
        label: act.label,
        refusal: act.refusalOf?.(record) ?? null,
        open: () => open(act),
      })),
    );
  });
  useEffect(() => () => store.remove(part), [part]);
}

/** The acts of all parts of the page. */
export const useOffers = (): readonly Offer[] => useSyncExternalStore(store.subscribe, store.all);
