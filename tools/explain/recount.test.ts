import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CountedExplanation, faultsOfEvents, type ListedEvent, type ListedEvents } from './recount.ts';
import type { Step } from './steps.ts';

const event = (id: string, day: number, properties: Record<string, unknown>, more: Partial<ListedEvent> = {}) => ({
  transaction_id: id,
  timestamp: `2026-03-${String(day).padStart(2, '0')}T00:00:00.000000Z`,
  properties,
  status: 'counted',
  reason: null,
  added: null,
  ...more,
});

function listed(events: ListedEvent[], added: string): ListedEvents {
  const count = (status: string) => events.filter((each) => each.status === status).length;
  const statuses = ['counted', 'without_effect', 'ignored', 'late'];
  return { events, added, status_counts: Object.fromEntries(statuses.map((status) => [status, count(status)])) };
}

const unitsStep = (value: string): Step => ({
  id: 'units',
  op: 'sum',
  args: [value],
  places: null,
  value,
  of: null,
  kind: 'units',
});

const explanationOf = (type: string, units: string, more: Partial<CountedExplanation> = {}): CountedExplanation => ({
  prorated: false,
  metric: { aggregation_type: type, field_name: 'n', rounding_function: null, rounding_precision: null },
  filters: null,
  grouped_by: {},
  rated_at: '2026-04-01T00:00:00Z',
  usage_to_datetime: '2026-03-31T23:59:59Z',
  steps: [unitsStep(units)],
  ...more,
});

const refused = { status: 'ignored', reason: 'field_not_a_number' };
const sums = () => [
  event('a', 1, { n: '2.5' }, { added: '2.5' }),
  event('b', 2, { n: 'many' }, refused),
  event('c', 3, { n: -1 }, { added: '-1.0' }),
  event('d', 4, { n: 9 }, { status: 'late', reason: 'arrived_late' }),
];

describe('the events of a fee', () => {
  it('add up to its units by the rule of each aggregation', () => {
    const faults = (type: string, units: string, events: ListedEvent[]) =>
      faultsOfEvents(units, explanationOf(type, units), listed(events, units));
    assert.deepEqual(faults('sum_agg', '1.5', sums()), []);
    const without = (reason: string) => ({ status: 'without_effect', reason, added: '0.0' });
    const three = [3, 9, 9];
    const events = (holder: number, reason: string) =>
      three.map((n, place) => event(`e${place}`, 1, { n }, place === holder ? { added: String(n) } : without(reason)));
    assert.deepEqual(faults('max_agg', '9', events(1, 'not_the_maximum')), []);
    assert.deepEqual(faults('latest_agg', '9', events(2, 'not_the_latest')), []);
    const changes = [
      event('a', 1, { n: 'x' }, { added: '1' }),
      event('b', 2, { n: 'x' }, without('already_present')),
      event('c', 3, { n: 'y', operation_type: 'remove' }, without('removed_while_absent')),
      event('d', 4, { n: 'x', operation_type: 'remove' }, { added: '-1' }),
      event('e', 5, {}, { added: '1' }),
    ];
    assert.deepEqual(faults('unique_count_agg', '1', changes), []);
    assert.deepEqual(faults('count_agg', '1', [event('a', 1, {}, { added: '1' })]), []);
  });

  it('hold their values until the end of the period', () => {
    const microseconds = BigInt(Date.UTC(2026, 3, 1) - Date.UTC(2026, 2, 31)) * 1000n;
    const step = { ...unitsStep('0'), id: 'held_level', args: ['$opening_level', String(2n * microseconds)] };
    const events = [event('a', 31, { n: 2 }, { added: '2' })];
    const faults = (steps: Step[]) =>
      faultsOfEvents('0', explanationOf('weighted_sum_agg', '0', { steps }), listed(events, '2'));
    assert.deepEqual(faults([step]), []);
    assert.match(faults([{ ...step, args: ['$opening_level', '7'] }])[0] ?? '', /over time, not 7$/);
  });

  it('are full units for a prorated fee, rounded as its metric says', () => {
    const metric = { aggregation_type: 'sum_agg', field_name: 'n', rounding_function: 'ceil', rounding_precision: 0 };
    const explanation = explanationOf('sum_agg', '1.2', { prorated: true, metric });
    assert.deepEqual(faultsOfEvents('2.0', explanation, listed(sums(), '1.5')), []);
    assert.deepEqual(faultsOfEvents('3.0', explanation, listed(sums(), '1.5')), ['2 units counted, the fee has 3.0']);
  });
});

describe('a planted fault', () => {
  const faults = (events: ListedEvent[], more: Partial<CountedExplanation> = {}, added = '1.5') =>
    faultsOfEvents('1.5', explanationOf('sum_agg', '1.5', more), listed(events, added));
  const changed = (place: number, changes: Partial<ListedEvent>): ListedEvent[] =>
    sums().map((each, index) => (index === place ? { ...each, ...changes } : each));

  it('is a lost event', () => {
    assert.deepEqual(faults(sums().slice(1)), ['the events add -1, not 1.5', '-1 units counted, step units has 3/2']);
  });

  it('is an event that counts for another value', () => {
    assert.deepEqual(faults(changed(0, { added: '3' })), ['event a adds 5/2, not 3']);
    assert.deepEqual(faults(sums(), { steps: [unitsStep('2')] }), ['3/2 units counted, step units has 2']);
  });

  it('is an event of another filter, another group or without a number that counts', () => {
    assert.match(faults(sums(), { filters: { region: ['eu'] } })[0] ?? '', /does not belong to the fee$/);
    assert.match(faults(sums(), { grouped_by: { team: 'a' } })[0] ?? '', /does not belong to the fee$/);
    const counted = { status: 'counted', reason: null, added: '0' };
    assert.deepEqual(faults(changed(1, counted)), ['event b (counted) does not belong to the fee']);
  });

  it('is an event with a number, or of the group, that does not count', () => {
    assert.match(faults(changed(0, refused))[0] ?? '', /^event a \(field_not_a_number\) has a number$/);
    const elsewhere = { status: 'ignored', reason: 'other_group' };
    assert.match(faults(changed(0, elsewhere))[0] ?? '', /^event a \(other_group\) is in the group$/);
  });

  it('is a page that is missing, or in another order', () => {
    const list = { ...listed(sums(), '1.5'), status_counts: { counted: 3 } };
    assert.deepEqual(faultsOfEvents('1.5', explanationOf('sum_agg', '1.5'), list), ['2 events are counted, not 3']);
    assert.match(faults([...sums().slice(1), ...sums().slice(0, 1)])[0] ?? '', /^event a is out of order$/);
  });
});
