import { describe, expect, it } from '@jest/globals';
import { nextStatus } from './refund-states.rules.js';

const statuses = ['pending', 'succeeded', 'failed'] as const;

describe('the refund of a payment (webhooks, amendments)', () => {
  it('succeeds or fails, and may fail after it had succeeded', () => {
    expect(nextStatus('pending', 'succeeded')).toBe('succeeded');
    expect(nextStatus('pending', 'failed')).toBe('failed');
    expect(nextStatus('succeeded', 'failed')).toBe('failed');
  });

  it('that failed stays so: its provider never gives it back later', () => {
    expect(statuses.map((reported) => nextStatus('failed', reported))).toEqual([null, null, null]);
  });

  it('never waits again', () => {
    expect(statuses.map((before) => nextStatus(before, 'pending'))).toEqual([null, null, null]);
  });

  it('is told once', () => {
    expect(statuses.map((status) => nextStatus(status, status))).toEqual([null, null, null]);
  });
});
