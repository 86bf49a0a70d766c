import { describe, expect, it } from '@jest/globals';
import { answerHeaders, requestHeaders, withHeaders } from './headers.js';

describe('the headers of a call', () => {
  it('are those of the caller, except for those of the connection and the regenerated ones', () => {
    const rawHeaders = [
      'Host',
      'h',
      'X-More',
      '1',
      'x-more',
      '2',
      'Connection',
      'close, X-Hop',
      'X-Hop',
      'h',
      'TE',
      't',
    ];
    expect(
      requestHeaders([...rawHeaders, 'X-Request-Id', 'old', 'X-Forwarded-For', '10.0.0.1'], 'id', '10.0.0.2'),
    ).toEqual([...['x-more', '1', 'x-more', '2'], ...['x-request-id', 'id', 'x-forwarded-for', '10.0.0.1, 10.0.0.2']]);
  });

  it("are regenerated regardless of the caller's connection headers", () => {
    const rawHeaders = ['Connection', 'X-Request-Id, X-Forwarded-For', 'X-Forwarded-For', '10.0.0.1'];
    expect(requestHeaders(rawHeaders, 'id', '10.0.0.2')).toEqual([
      ...['x-request-id', 'id', 'x-forwarded-for', '10.0.0.1, 10.0.0.2'],
    ]);
  });

  it("continue the gateway's trace, not that of the caller", () => {
    expect(withHeaders(['traceparent', 'of the caller', 'x-more', '1'], { traceparent: 'own' })).toEqual([
      ...['x-more', '1'],
      ...['traceparent', 'own'],
    ]);
  });
});

it('of an answer are unchanged, except for those of the connection', () => {
  expect(answerHeaders({ connection: 'x-hop', 'x-hop': 'h', 'keep-alive': 'k', 'set-cookie': ['a', 'b'] })).toEqual({
    'set-cookie': ['a', 'b'],
  });
});
