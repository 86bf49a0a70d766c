// Files that wait long for something come first: begun last, they would keep all other workers waiting.
import Sequencer from '@jest/test-sequencer';

/** Those that wait for a sweep of a minute, then those that wait for the wall clock or for many months of a clock. */
const first = [
  'reconciliation/reconciliation',
  'pending-taxes/untaxed-invoices',
  'subscriptions/life',
  'due-work/late',
  'charging/named-methods',
  'standalone/src/migrations',
];

const placeOf = (path) => {
  const place = first.findIndex((part) => path.includes(`${part}.integration.spec`));
  return place < 0 ? first.length : place;
};

export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => placeOf(one.path) - placeOf(other.path));
  }
}
