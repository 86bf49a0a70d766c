import { describe, expect, it } from '@jest/globals';
import { distinctOffers, offerStore, type Offer } from './offer-store.js';

const offer = (act: string, record: unknown = null): Offer => ({
  act,
  record,
  label: { id: act },
  refusal: null,
  open: () => {},
});
const namesOf = (offers: readonly Offer[]) => offers.map(({ act }) => act);

describe('acts of a page', () => {
  it('are offered once each, also where two parts have the same one', () => {
    const record = {};
    expect(namesOf(distinctOffers([offer('edit', record), offer('void', record), offer('edit', record)]))).toEqual([
      'edit',
      'void',
    ]);
  });

  it('are left out where their name does not say to which record they belong', () => {
    expect(namesOf(distinctOffers([offer('override', { svc_id: '1' }), offer('override', { svc_id: '2' })]))).toEqual(
      [],
    );
  });

  it('keep the order of their parts when one of them changes', () => {
    const store = offerStore();
    store.put('head', [offer('edit')]);
    store.put('section', [offer('link')]);
    store.put('head', [offer('edit'), offer('delete')]);
    expect(namesOf(store.all())).toEqual(['edit', 'delete', 'link']);
  });

  it('go with their part, and each change is announced', () => {
    const store = offerStore();
    let changes = 0;
    const end = store.subscribe(() => (changes += 1));
    store.put('head', [offer('edit')]);
    store.remove('head');
    end();
    store.put('head', [offer('edit')]);
    expect(changes).toBe(2);
    expect(namesOf(store.all())).toEqual(['edit']);
  });
});
