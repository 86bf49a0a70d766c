import { describe, expect, it } from '@jest/globals';
import { SingleFlight } from './single-flight.js';

/** Work that goes on until it is let go. */
function held() {
  const begun: { end: () => void; fail: (error: Error) => void }[] = [];
  const work = () => new Promise<void>((end, fail) => begun.push({ end, fail }));
  return { begun, work };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('are taken once for all who ask while one is under way, and at once where none is', async () => {
    const [flights, { begun, work }] = [new SingleFlight(2), held()];
    const ended: string[] = [];
    const request = (who: string) => flights.take('a', work).then(() => ended.push(who));
    const first = request('first');
    expect(flights.hasWaiters('a')).toBe(false);
    const others = [request('second'), request('third')];
    expect(flights.hasWaiters('a')).toBe(true);
    expect(begun).toHaveLength(1);
    begun[0]?.end();
    await first;
    await settled();
    expect(ended).toEqual(['first']);
    expect(begun).toHaveLength(2);
    expect(flights.hasWaiters('a')).toBe(false);
    begun[1]?.end();
    await Promise.all(others);
    expect(ended).toEqual(['first', 'second', 'third']);
    void request('later');
    expect(begun).toHaveLength(3);
  });

  it('of other names are taken beside each other, and one that fails keeps nobody from the next', async () => {
    const [flights, { begun, work }] = [new SingleFlight(2), held()];
    const [a, next] = [flights.take('a', work), flights.take('a', work)];
    void flights.take('b', work);
    expect(begun).toHaveLength(2);
    begun[0]?.fail(new Error('broken'));
    await expect(a).rejects.toThrow('broken');
    await settled();
    expect(begun).toHaveLength(3);
    begun[2]?.end();
    await next;
  });

  it('are taken so many at a time, and who asks for one that waits joins it', async () => {
    const [flights, { begun, work }] = [new SingleFlight(1), held()];
    const a = flights.take('a', work);
    const b = [flights.take('b', work), flights.take('b', work)];
    expect(flights.hasWaiters('a')).toBe(true);
    expect(begun).toHaveLength(1);
    begun[0]?.end();
    await a;
    await settled();
    expect(begun).toHaveLength(2);
    expect(flights.hasWaiters('b')).toBe(false);
    begun[1]?.end();
    await Promise.all(b);
    expect(begun).toHaveLength(2);
  });

  it('are known to come until they begin, and come after a rest where the one before asks for it', async () => {
    const flights = new SingleFlight(1);
    const order: string[] = [];
    expect(flights.isComing('a')).toBe(false);
    let end: (restMs: number) => void = () => undefined;
    const first = flights.take('a', () => new Promise<number>((resolve) => (end = resolve)));
    expect(flights.isComing('a')).toBe(false);
    const next = flights.take('a', async () => void order.push('next'));
    expect(flights.isComing('a')).toBe(true);
    end(50);
    await first;
    await flights.take('b', async () => void order.push('another name'));
    expect(flights.isComing('a')).toBe(true);
    await next;
    expect(order).toEqual(['another name', 'next']);
    expect(flights.isComing('a')).toBe(false);
  });

  it('wait for a good time without being one of those under way, and others join them meanwhile', async () => {
    const [flights, { begun, work }] = [new SingleFlight(1), held()];
    let time: () => void = () => undefined;
    const good = new Promise<void>((resolve) => (time = resolve));
    const a = [flights.take('a', work, () => good), flights.take('a', work)];
    expect(flights.isComing('a')).toBe(true);
    const b = flights.take('b', work);
    expect(begun).toHaveLength(1);
    begun[0]?.end();
    await b;
    time();
    await settled();
    expect(begun).toHaveLength(2);
    begun[1]?.end();
    await Promise.all(a);

    const unavailable = () => Promise.reject(new Error('away'));
    await expect(flights.take('a', work, unavailable)).rejects.toThrow('away');
    expect(flights.isComing('a')).toBe(false);
  });
});
