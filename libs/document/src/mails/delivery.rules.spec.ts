import { describe, expect, it } from '@jest/globals';
import { nextTry, openRecipients, settle, type StoredDelivery } from './delivery.rules.js';

const queuedAt = Date.parse('2026-01-05T10:00:00Z');
const minute = 60_000;
const mail: StoredDelivery = {
  recipients: { to: ['a@x.example', 'b@x.example'], cc: ['a@x.example'], bcc: ['c@x.example'] },
  queued_at: new Date(queuedAt),
  accepted: [],
  refused: [],
  delayed: [],
  steps: [],
};
const refusal = (address: string, code: number | null, reason: string) => ({ address, code, reason });
const none = { accepted: [], refused: [], delayed: [], unreachable: false, error: null };

it('waits half a minute, then doubles the wait, up to half an hour', () => {
  const waits = [];
  for (let now = queuedAt; waits.length < 9; now = nextTry(mail, now)) waits.push((nextTry(mail, now) - now) / minute);
  expect(waits).toEqual([0.5, 0.5, 1, 2, 4, 8, 16, 30, 30]);
});

it('tries only the recipients that are left', () => {
  expect(openRecipients(mail)).toEqual(['a@x.example', 'b@x.example', 'c@x.example']);
  const later = { ...mail, accepted: ['a@x.example'], refused: [refusal('c@x.example', 550, 'no')] };
  expect(openRecipients(later)).toEqual(['b@x.example']);
});

describe('settle', () => {
  const all = ['a@x.example', 'b@x.example', 'c@x.example'];

  it('is done when the server accepted all', () => {
    expect(settle(mail, { ...none, accepted: all }, queuedAt)).toEqual({
      accepted: all,
      refused: [],
      delayed: [],
      nextTryAt: null,
      steps: [{ status: 'sent', at: '2026-01-05T10:00:00.000Z', reason: null }],
    });
  });

  it('goes on for delayed recipients, and then tells who was refused', () => {
    const first = settle(
      mail,
      {
        ...none,
        accepted: ['a@x.example'],
        refused: [refusal('b@x.example', 550, '550 unknown')],
        delayed: [refusal('c@x.example', 450, '450 busy')],
      },
      queuedAt,
    );
    expect(first).toMatchObject({ nextTryAt: queuedAt + minute / 2, steps: [] });
    const second = settle({ ...mail, ...first }, { ...none, accepted: ['c@x.example'] }, queuedAt + minute);
    expect(second).toEqual({
      accepted: ['a@x.example', 'c@x.example'],
      refused: [refusal('b@x.example', 550, '550 unknown')],
      delayed: [],
      nextTryAt: null,
      steps: [
        { status: 'sent', at: '2026-01-05T10:01:00.000Z', reason: null },
        { status: 'refused', at: '2026-01-05T10:01:00.000Z', reason: '550 unknown' },
      ],
    });
  });

  it('refuses a mail without recipients', () => {
    const empty = { ...mail, recipients: { to: [], cc: [], bcc: [] } };
    expect(settle(empty, none, queuedAt)).toMatchObject({ nextTryAt: null, steps: [{ status: 'refused' }] });
  });

  it('gives a delayed mail up after four days', () => {
    const delivery = { ...none, delayed: all.map((address) => refusal(address, null, 'silence')) };
    const days = (count: number) => queuedAt + count * 24 * 60 * minute;
    expect(settle(mail, delivery, days(4) - 1).nextTryAt).toBe(days(4) - 1 + 30 * minute);
    expect(settle(mail, delivery, days(4))).toMatchObject({
      nextTryAt: null,
      refused: delivery.delayed,
      steps: [{ status: 'refused', reason: 'silence' }],
    });
  });
});
