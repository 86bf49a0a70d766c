// The promises of conformance/FORMAT.md about paths, expected values, operators and variables.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { differs } from './operators.ts';
import { getPath, parsePath } from './paths.ts';
import { fill, fillText } from './variables.ts';

const fits = (actual: unknown, expected: unknown): boolean => differs(actual, expected, 'x') === undefined;

/** Values that an expectation accepts, and values that it refuses. */
function holds(expected: unknown, { accepts, refuses }: { accepts: unknown[]; refuses: unknown[] }): void {
  for (const value of accepts) assert.equal(differs(value, expected, 'x'), undefined);
  for (const value of refuses)
    assert.ok(!fits(value, expected), `${JSON.stringify(expected)} accepts ${JSON.stringify(value)}`);
}

describe('a plain expected value', () => {
  it('must be equal, with its type', () => {
    holds(5, { accepts: [5], refuses: ['5', 6, null, undefined] });
    holds(null, { accepts: [null], refuses: [undefined, 0, ''] });
    assert.equal(differs('5', 5, 'a.b'), 'a.b: expected 5, got "5"');
  });

  it('of an object checks just the keys that it names, which may be paths', () => {
    holds({ a: 1 }, { accepts: [{ a: 1, b: 2 }], refuses: [{ b: 1 }, [], 'a', null] });
    holds({ 'a.b[0].c': 1 }, { accepts: [{ a: { b: [{ c: 1 }] } }], refuses: [{ a: { b: [] } }] });
    assert.equal(differs({ a: { b: 2 } }, { a: { b: 1 } }, 'x'), 'x.a.b: expected 1, got 2');
  });

  it('of an array checks length and order', () => {
    holds([1, { a: 1 }], { accepts: [[1, { a: 1, b: 2 }]], refuses: [[{ a: 1 }, 1], [1], [1, { a: 1 }, 2], 'x'] });
    assert.equal(differs([1], [1, 2], 'x'), 'x: expected 2 items, got 1');
  });
});

describe('an operator', () => {
  it('$num compares the numeric value, in any notation', () => {
    holds({ $num: 5 }, { accepts: [5, '5', '5.0', '5e0'], refuses: [6, '5.01', '', null, undefined, true, 'five'] });
    holds({ $num: '0.10' }, { accepts: ['0.1', 0.1], refuses: ['0.11'] });
    holds({ $num: 0 }, { accepts: [0, '0.0'], refuses: ['', null, undefined, false] });
    holds({ $num: 1 }, { accepts: [1], refuses: [true] });
  });

  it('$near allows a tolerance, its bound included', () => {
    holds({ $near: [5, 0.5] }, { accepts: [5, '5.5', 4.5], refuses: [5.51, 4.49, null, undefined, 'x'] });
    holds({ $near: [0, 1] }, { accepts: [0], refuses: [null] });
    assert.equal(differs(7, { $near: [5, 0.5] }, 'x'), 'x: expected 5 +/- 0.5, got 7');
  });

  it('$instant ignores notation and fractions of a second', () => {
    holds(
      { $instant: '2024-01-01T00:00:00Z' },
      {
        accepts: ['2024-01-01T00:00:00.999Z', '2024-01-01T01:00:00+01:00'],
        refuses: ['2024-01-01T00:00:01Z', '2023-12-31T23:59:59.999Z', 1704067200, null, 'soon'],
      },
    );
  });

  it('$exists counts null as absent', () => {
    holds({ $exists: true }, { accepts: [0, '', false, {}], refuses: [null, undefined] });
    holds({ $exists: false }, { accepts: [null, undefined], refuses: [0, ''] });
  });

  it('$match finds a regular expression in a text', () => {
    holds({ $match: '^INV-\\d+$' }, { accepts: ['INV-7'], refuses: ['INV-', 7, null] });
    holds({ $match: 'b' }, { accepts: ['abc'], refuses: ['ac'] });
  });

  it('$set needs the same items in any order, each once', () => {
    holds(
      { $set: [1, 2, { a: 1 }] },
      { accepts: [[{ a: 1, b: 2 }, 2, 1]], refuses: [[1, 2], [1, 2, 3], [1, 2, { a: 1 }, 4], null] },
    );
    holds({ $set: [1, 1] }, { accepts: [[1, 1]], refuses: [[1, 2]] });
    holds({ $set: [] }, { accepts: [[]], refuses: [[1]] });
  });

  it('$has needs every item that it lists; others may be there', () => {
    holds({ $has: [2, { a: 1 }] }, { accepts: [[1, { a: 1 }, 2]], refuses: [[2], [], null, 2] });
    holds({ $has: [] }, { accepts: [[], [1]], refuses: [null] });
  });

  it('$not, $oneOf, $gt and $lt', () => {
    holds({ $not: 5 }, { accepts: ['5', null, undefined], refuses: [5] });
    holds({ $not: { $num: 5 } }, { accepts: [6], refuses: ['5.0'] });
    holds({ $oneOf: ['a', { $num: 2 }] }, { accepts: ['a', '2.0'], refuses: ['b', null] });
    holds({ $gt: 5 }, { accepts: [6, '5.1'], refuses: [5, 4, 'x', undefined] });
    holds({ $lt: 5 }, { accepts: [4, '4.9'], refuses: [5, 6, 'x', undefined] });
  });

  it('beside others: all must hold', () => {
    holds({ $gt: 1, $lt: 3 }, { accepts: [2], refuses: [1, 3] });
  });

  it('that is unknown differs from everything', () => {
    assert.equal(differs(1, { $about: 1 }, 'x'), 'x: unknown operator $about');
  });
});

describe('a path', () => {
  const fees = [
    { type: 'subscription', item: { code: 'a' }, amount: 1 },
    { type: 'charge', item: { code: 'a' }, amount: 2 },
    { type: 'charge', item: { code: 'b' }, amount: 3 },
  ];

  it('reaches fields, places, the last item and lengths', () => {
    assert.equal(getPath({ fees }, 'fees[1].amount'), 2);
    assert.equal(getPath({ fees }, 'fees[-1].amount'), 3);
    assert.equal(getPath({ fees }, 'fees.length'), 3);
    assert.equal(getPath({ length: 7 }, 'length'), 7);
  });

  it('selects the first item that fits all conditions', () => {
    assert.equal(getPath({ fees }, 'fees[type=charge].amount'), 2);
    assert.equal(getPath({ fees }, 'fees[type=charge&item.code=b].amount'), 3);
    assert.equal(getPath({ fees }, 'fees[amount=3].type'), 'charge');
    assert.equal(getPath({ fees }, 'fees[type=other].amount'), undefined);
  });

  it('finds nothing where nothing is, and refuses bad ones', () => {
    assert.equal(getPath({ a: null }, 'a.b.c'), undefined);
    assert.equal(getPath({ a: 1 }, 'a[0]'), undefined);
    assert.equal(getPath(undefined, 'a'), undefined);
    assert.throws(() => parsePath('a[0'), /unclosed/);
    assert.throws(() => parsePath('a[b]'), /bad selector/);
  });
});

describe('a variable', () => {
  it('alone has its own type, inside a text becomes text', () => {
    assert.deepEqual(fill({ a: '{{n}}', b: ['n is {{n}}'] }, { n: 5 }), { a: 5, b: ['n is 5'] });
    assert.equal(fillText('/invoices/{{id}}?page={{n}}', { id: 'i1', n: 2 }), '/invoices/i1?page=2');
  });

  it('is filled in names of fields too', () => {
    assert.deepEqual(fill({ '{{n}}': true }, { n: 5 }), { 5: true });
  });

  it('unix: is a time in Unix seconds, as a number', () => {
    assert.equal(fill('{{unix:2024-01-05T10:00:00Z}}', {}), 1704448800);
    assert.equal(fill('{{unix:2024-01-05T10:00:00Z}}.5', {}), '1704448800.5');
  });

  it('that was never saved is an error', () => {
    assert.throws(() => fill({ a: ['{{missing}}'] }, {}), /variable \{\{missing\}\} was never saved/);
  });
});
