import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act } from './act.ts';
import { nextAct } from './next-act.ts';

const named = (name: string, isTimed = false) => act({ name, isTimed, options: {}, play: () => Promise.resolve() });
const [one, two, three, timed] = [named('one'), named('two'), named('three'), named('timed', true)];

test('so many acts are played at once, in their order', () => {
  assert.equal(nextAct([one, two], [], 2), one);
  assert.equal(nextAct([two, three], [one], 2), two);
  assert.equal(nextAct([three], [one, two], 2), undefined);
});

test('an act that measures times is alone', () => {
  assert.equal(nextAct([timed, two], [one], 2), two);
  assert.equal(nextAct([timed], [one], 2), undefined);
  assert.equal(nextAct([timed], [], 2), timed);
  assert.equal(nextAct([one], [timed], 2), undefined);
});

test('an act takes the options of the whole proof unless others are given', async () => {
  const seen: unknown[] = [];
  const counted = act({
    name: 'counted',
    options: { invoices: '200', kills: '8' },
    quick: { kills: '1' },
    play: (_stage, options) => Promise.resolve(void seen.push(options)),
  });
  await counted.play(undefined as never, counted.quick ?? {});
  assert.deepEqual(seen, [{ invoices: '200', kills: '1' }]);
});
