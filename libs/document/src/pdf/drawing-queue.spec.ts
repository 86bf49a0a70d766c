import { describe, expect, it } from '@jest/globals';
import { DrawingQueue } from './drawing-queue.js';
import type { IssuedDocument } from './pdf.js';

const bounds = { drawers: 2, waiting: 4, waitingPerOrganization: 2, idleMs: 1000 };

/** Drawers that finish on command. */
function manual() {
  const startedDrawings: { number: string; end(): void; fail(): void }[] = [];
  let started = 0;
  let stopped = 0;
  const queue = new DrawingQueue(() => {
    started++;
    return {
      draw: ({ number }) =>
        new Promise((resolve, reject) =>
          startedDrawings.push({
            number,
            end: () => resolve(Buffer.from(number)),
            fail: () => reject(new Error('no')),
          }),
        ),
      stop: () => void stopped++,
    };
  }, bounds);
  const draw = (organizationId: string, number: string, more: { signal?: AbortSignal; patient?: boolean } = {}) => {
    const signal = more.signal ?? new AbortController().signal;
    const document = { number } as IssuedDocument;
    return queue.draw({ organizationId, document, signal, patient: more.patient ?? false });
  };
  return {
    queue,
    draw,
    startedDrawings,
    counts: () => ({ started, stopped }),
    names: () => startedDrawings.map(({ number }) => number),
  };
}
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

describe('documents to draw', () => {
  it('are drawn one at a time for each organization, while others proceed', async () => {
    const { draw, startedDrawings, names, counts, queue } = manual();
    const files = [draw('a', 'a1'), draw('a', 'a2'), draw('b', 'b1')];
    expect(names()).toEqual(['a1', 'b1']);
    startedDrawings[0]?.end();
    await nextTick();
    expect(names()).toEqual(['a1', 'b1', 'a2']);
    for (const { end } of startedDrawings) end();
    expect((await Promise.all(files)).map(String)).toEqual(['a1', 'a2', 'b1']);
    expect(counts().started).toBe(2);
    queue.stop();
  });

  it('are refused when too many wait, of one organization or altogether, except for jobs', async () => {
    const { draw } = manual();
    const drawn = ['a', 'b'].map((organization) => draw(organization, 'first'));
    const waiting = ['a', 'a', 'b', 'c'].map((organization) => draw(organization, 'more'));
    expect(() => draw('a', 'late')).toThrow('too_many_requests');
    expect(() => draw('d', 'late')).toThrow('service_unavailable');
    expect(() => draw('a', 'job', { patient: true })).not.toThrow();
    expect([drawn.length, waiting.length]).toEqual([2, 4]);
  });

  it('are not drawn after their callers left', async () => {
    const { draw, startedDrawings, names, queue } = manual();
    const first = draw('a', 'a1');
    const abandoned = new AbortController();
    const second = draw('a', 'a2', { signal: abandoned.signal });
    abandoned.abort();
    await expect(second).rejects.toThrow('service_unavailable');
    startedDrawings[0]?.end();
    await first;
    await nextTick();
    expect(names()).toEqual(['a1']);
    queue.stop();
  });

  it('fail alone: another drawer continues', async () => {
    const { draw, startedDrawings, counts, queue } = manual();
    const files = [draw('a', 'a1'), draw('a', 'a2')];
    startedDrawings[0]?.fail();
    await expect(files[0]).rejects.toThrow('no');
    await nextTick();
    startedDrawings[1]?.end();
    expect(String(await files[1])).toBe('a2');
    expect(counts()).toEqual({ started: 2, stopped: 1 });
    queue.stop();
  });
});
