import { describe, expect, it } from '@jest/globals';
import { SingleFlight } from './single-flight.js';

/** Work that runs until the test releases it. */
function held() {
  const begun: { end: () => void; fail: (error: Error) => void }[] = [];
  const work = () => new Promise<void>((end, fail) => begun.push({ end, fail }));
  return { begun, work };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('runs', () => {
  it('are shared by all callers that arrive during one, and start at once when idle', async () => {
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

  it('of different names are concurrent, and a failed run does not prevent the next', async () => {
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

  it('are limited in number, and callers join a run that waits to start', async () => {
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

  it('count as coming until they begin, and rest before the next one on request', async () => {
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

  it('use no slot until they are ready, and callers join them meanwhile', async () => {
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
