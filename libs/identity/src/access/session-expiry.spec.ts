import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { PlatformDatabase } from '@tollgate/platform';
import { endOfSession, Sessions } from './sessions.reader.js';

const end = Date.parse('2024-01-08T00:00:00Z');

/** Sessions of a database with one session, and the number of its reads. */
function sessionsEnding(at: number) {
  const reads = { count: 0 };
  const everyTenant = async () => {
    reads.count += 1;
    return { sessionId: 'session', expiresAt: new Date(at) };
  };
  return { sessions: new Sessions({ everyTenant } as unknown as PlatformDatabase), reads };
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the end of a session', () => {
  const isValidAt = async (sessions: Sessions, now: number) => {
    jest.spyOn(Date, 'now').mockReturnValue(now);
    return (await sessions.signedInBy('tgs_token')) !== null;
  };

  it('leaves it valid before, and not from the instant on', async () => {
    expect(await isValidAt(sessionsEnding(end).sessions, end - 1)).toBe(true);
    expect(await isValidAt(sessionsEnding(end).sessions, end)).toBe(false);
  });

  it('applies to a cached session', async () => {
    const { sessions, reads } = sessionsEnding(end);
    expect([await isValidAt(sessions, end - 1), await isValidAt(sessions, end)]).toEqual([true, false]);
    expect(reads.count).toBe(1);
  });

  it('by a sign-out applies at once in this process', async () => {
    const { sessions, reads } = sessionsEnding(end);
    await isValidAt(sessions, end - 1);
    sessions.evictAll();
    await isValidAt(sessions, end - 1);
    expect(reads.count).toBe(2);
  });
});

describe('the end of a session that nothing uses', () => {
  const hour = 3_600_000;
  const opened = Date.parse('2024-01-01T00:00:00Z');
  const endAfter = (isConsole: boolean, usedAfterHours: number | null) =>
    (endOfSession({
      is_console: isConsole,
      created_at: new Date(opened),
      last_used_at: usedAfterHours === null ? null : new Date(opened + usedAfterHours * hour),
      expires_at: new Date(opened + 7 * 24 * hour),
    }).getTime() -
      opened) /
    hour;

  it('is 12 hours after the last call of the console, and at the latest that of every session', () => {
    expect([endAfter(true, null), endAfter(true, 5), endAfter(true, 160)]).toEqual([12, 17, 168]);
  });

  it('does not exist for other clients', () => {
    expect([endAfter(false, null), endAfter(false, 5)]).toEqual([168, 168]);
  });
});
