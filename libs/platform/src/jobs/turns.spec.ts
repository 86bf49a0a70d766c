import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

/** Work that goes on until it is let go. */
function held() {
  const begun: { end: () => void; fail: (error: Error) => void }[] = [];
  const work = () => new Promise<void>((end, fail) => begun.push({ end, fail }));
  return { begun, work };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('are taken once for all who ask while one is under way, and at once where none is', async () => {
    const [turns, { begun, work }] = [new Turns(2), held()];
    const ended: string[] = [];
    const ask = (who: string) => turns.take('a', work).then(() => ended.push(who));
    const first = ask('first');
    expect(turns.isAwaited('a')).toBe(false);
    const others = [ask('second'), ask('third')];
    expect(turns.isAwaited('a')).toBe(true);
    expect(begun).toHaveLength(1);
    begun[0]?.end();
    await first;
    await settled();
    expect(ended).toEqual(['first']);
    expect(begun).toHaveLength(2);
    expect(turns.isAwaited('a')).toBe(false);
    begun[1]?.end();
    await Promise.all(others);
    expect(ended).toEqual(['first', 'second', 'third']);
    void ask('later');
    expect(begun).toHaveLength(3);
  });

  it('of other names are taken beside each other, and one that fails keeps nobody from the next', async () => {
    const [turns, { begun, work }] = [new Turns(2), held()];
    const [a, next] = [turns.take('a', work), turns.take('a', work)];
    void turns.take('b', work);
    expect(begun).toHaveLength(2);
    begun[0]?.fail(new Error('broken'));
    await expect(a).rejects.toThrow('broken');
    await settled();
    expect(begun).toHaveLength(3);
    begun[2]?.end();
    await next;
  });

  it('are taken so many at a time, and who asks for one that waits joins it', async () => {
    const [turns, { begun, work }] = [new Turns(1), held()];
    const a = turns.take('a', work);
    const b = [turns.take('b', work), turns.take('b', work)];
    expect(turns.isAwaited('a')).toBe(true);
    expect(begun).toHaveLength(1);
    begun[0]?.end();
    await a;
    await settled();
    expect(begun).toHaveLength(2);
    expect(turns.isAwaited('b')).toBe(false);
    begun[1]?.end();
    await Promise.all(b);
    expect(begun).toHaveLength(2);
  });

  it('are known to come until they begin, and come after a rest where the one before asks for it', async () => {
    const turns = new Turns(1);
    const order: string[] = [];
    expect(turns.isComing('a')).toBe(false);
    let end: (restMs: number) => void = () => undefined;
    const first = turns.take('a', () => new Promise<number>((resolve) => (end = resolve)));
    expect(turns.isComing('a')).toBe(false);
    const next = turns.take('a', async () => void order.push('next'));
    expect(turns.isComing('a')).toBe(true);
    end(50);
    await first;
    await turns.take('b', async () => void order.push('another name'));
    expect(turns.isComing('a')).toBe(true);
    await next;
    expect(order).toEqual(['another name', 'next']);
    expect(turns.isComing('a')).toBe(false);
  });

  it('wait for a good time without being one of those under way, and others join them meanwhile', async () => {
    const [turns, { begun, work }] = [new Turns(1), held()];
    let time: () => void = () => undefined;
    const good = new Promise<void>((resolve) => (time = resolve));
    const a = [turns.take('a', work, () => good), turns.take('a', work)];
    expect(turns.isComing('a')).toBe(true);
    const b = turns.take('b', work);
    expect(begun).toHaveLength(1);
    begun[0]?.end();
    await b;
    time();
    await settled();
    expect(begun).toHaveLength(2);
    begun[1]?.end();
    await Promise.all(a);

    const away = () => Promise.reject(new Error('away'));
    await expect(turns.take('a', work, away)).rejects.toThrow('away');
    expect(turns.isComing('a')).toBe(false);
  });
});
