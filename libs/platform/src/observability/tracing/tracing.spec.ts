import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { InMemorySpanExporter, SimpleSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace-node';
import { inContext, outOfContext } from '../request-context.js';
import { tracingTo } from './opentelemetry.js';
import { beginSpan, currentTraceparent, inSpan, recordSpan, traceHeaders, traceIds, traceWith } from './tracing.js';

const exporter = new InMemorySpanExporter();
const { tracer, stop } = tracingTo(new SimpleSpanProcessor(exporter), 'test');
const callers = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const spans = () => exporter.getFinishedSpans();
const named = (name: string) => spans().find((span) => span.name === name) as ReadableSpan;
const ids = (span: ReadableSpan) => ({
  trace: span.spanContext().traceId,
  span: span.spanContext().spanId,
  parent: span.parentSpanContext?.spanId,
});

beforeEach(() => {
  exporter.reset();
  traceWith(tracer);
});
afterAll(async () => {
  traceWith(undefined);
  await stop();
});

describe('without tracing', () => {
  it('runs the work and records nothing', async () => {
    traceWith(undefined);
    expect(
      await inSpan('call', { kind: 'server' }, async (span) => [
        span,
        currentTraceparent(),
        traceHeaders(),
        traceIds(),
      ]),
    ).toEqual([undefined, null, {}, undefined]);
    expect(beginSpan('call', { kind: 'server' })).toBeUndefined();
    expect(outOfContext(() => 1)).toBe(1);
    expect(spans()).toEqual([]);
  });
});

describe('a trace', () => {
  it("continues the caller's trace into stored and sent data", async () => {
    let stored: string | null = null;
    await inSpan('call', { kind: 'server', parent: { traceparent: callers, tracestate: 'vendor=1' } }, async () => {
      expect(traceHeaders()).toEqual({
        traceparent: expect.stringMatching(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/),
        tracestate: 'vendor=1',
      });
      await inSpan('send', { kind: 'producer' }, async () => void (stored = currentTraceparent()));
    });
    await inSpan('process', { kind: 'consumer', parent: { traceparent: stored ?? undefined } }, async () => undefined);
    const [call, send, process] = ['call', 'send', 'process'].map((name) => ids(named(name)));
    expect(new Set([call, send, process].map((one) => one?.trace))).toEqual(
      new Set(['0af7651916cd43dd8448eb211c80319c']),
    );
    expect([call?.parent, send?.parent, process?.parent]).toEqual(['b7ad6b7169203331', call?.span, send?.span]);
  });

  it.each([
    undefined,
    'nonsense',
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    `${callers}-${'x'.repeat(100_000)}`,
  ])('starts a new trace for the invalid header %.60s', async (traceparent) => {
    await inSpan('call', { kind: 'server', parent: { traceparent } }, async () => undefined);
    expect(named('call').parentSpanContext).toBeUndefined();
  });

  it('does not start from an internal span', async () => {
    for (const kind of ['client', 'producer', 'internal'] as const)
      expect(await inSpan('part', { kind }, async (span) => span)).toBeUndefined();
    recordSpan('statement', { kind: 'client' }, Date.now());
    expect(spans()).toEqual([]);
  });

  it('is passed on but not recorded when its caller does not sample it', async () => {
    const unwanted = callers.replace(/01$/, '00');
    await inSpan('call', { kind: 'server', parent: { traceparent: unwanted } }, async () =>
      expect(currentTraceparent()).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-00$/),
    );
    expect(spans()).toEqual([]);
  });

  it('does not cover work that continues for others', async () => {
    await inSpan('call', { kind: 'server' }, async () => {
      expect(traceIds()).toBeDefined();
      expect(outOfContext(() => [traceIds(), currentTraceparent()])).toEqual([undefined, null]);
    });
  });

  it('links to the traces whose work it includes', async () => {
    await inSpan('store', { kind: 'consumer', parent: null, links: [callers, 'nonsense'] }, async () => undefined);
    expect(named('store').links.map(({ context }) => context.traceId)).toEqual(['0af7651916cd43dd8448eb211c80319c']);
  });
});

describe('a span', () => {
  it('names its tenant, and reveals only the kind of an error', async () => {
    const secret = Object.assign(new Error('Key (email)=(a@b.c) exists'), { code: '23505' });
    await expect(
      inContext({ requestId: 'r', organizationId: 'o' }, () =>
        inSpan('call', { kind: 'server' }, () => Promise.reject(secret)),
      ),
    ).rejects.toBe(secret);
    expect(named('call').attributes).toEqual({
      'tollgate.request_id': 'r',
      'tollgate.organization_id': 'o',
      'error.type': '23505',
    });
    expect(named('call').events).toEqual([]);
    expect(JSON.stringify(named('call').status)).not.toContain('a@b.c');
  });

  it('can be recorded after it ended', async () => {
    const begunAt = Date.now() - 1_000;
    await inSpan('call', { kind: 'server' }, async () => recordSpan('statement', { kind: 'client' }, begunAt));
    expect(ids(named('statement')).parent).toBe(ids(named('call')).span);
    expect(named('statement').duration[0]).toBeGreaterThanOrEqual(1);
  });
});
