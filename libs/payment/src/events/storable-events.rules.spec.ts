import { describe, expect, it } from '@jest/globals';
import { areStorable } from './storable-events.rules.js';

const event = (id: string, payload: Record<string, unknown> = {}) => ({ id, payload });

describe('the events of a delivery', () => {
  it.each(['EV1', 'EV:0', 'a/b', 'ä', 'x'.repeat(255)])('can be stored with the id %j', (id) => {
    expect(areStorable([event(id, { links: { payment: 'PM1' }, amounts: [1, null, true] })])).toBe(true);
  });

  it.each(['', 'E\u0000', 'E\ud800', 'x'.repeat(256)])('are refused with the id %j', (id) => {
    expect(areStorable([event('EV1'), event(id)])).toBe(false);
  });

  it.each([{ deep: { text: '\u0000' } }, { list: ['\ud800'] }, { 'k\u0000': 1 }])('are refused with %j', (payload) => {
    expect(areStorable([event('EV1', payload)])).toBe(false);
  });

  it('are refused when they are nested or numerous beyond any bound', () => {
    let deep: Record<string, unknown> = {};
    for (let depth = 0; depth < 60; depth++) deep = { deep };
    expect(areStorable([event('EV1', deep)])).toBe(false);
    expect(areStorable([event('EV1', { list: Array(60_000).fill(1) })])).toBe(false);
  });
});
