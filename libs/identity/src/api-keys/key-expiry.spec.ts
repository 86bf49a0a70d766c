import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { PlatformDatabase } from '@tollgate/platform';
import { hashApiKey } from './api-key.js';
import { ApiKeys } from './api-keys.reader.js';

const end = Date.parse('2024-01-01T00:00:00Z');

/** The keys of a database whose only key ends at an instant; null for never. */
function keysEnding(at: number | null): ApiKeys {
  const row = {
    id: 'key',
    organization_id: 'organization',
    value_hash: hashApiKey('tg_key'),
    permissions: null,
    expires_at: at === null ? null : new Date(at),
  };
  return new ApiKeys({ everyTenant: async () => row } as unknown as PlatformDatabase);
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the end of a key (customers, section 13)', () => {
  const isActiveAt = async (keys: ApiKeys, now: number) => {
    jest.spyOn(Date, 'now').mockReturnValue(now);
    return (await keys.holderOf('tg_key')) !== null;
  };

  it('leaves it active before, and not from the instant on', async () => {
    expect(await isActiveAt(keysEnding(end), end - 1)).toBe(true);
    expect(await isActiveAt(keysEnding(end), end)).toBe(false);
    expect(await isActiveAt(keysEnding(end), end + 1)).toBe(false);
    expect(await isActiveAt(keysEnding(null), end)).toBe(true);
  });

  it('applies to a cached key: a call before it does not extend its life', async () => {
    const keys = keysEnding(end);
    expect([await isActiveAt(keys, end - 1), await isActiveAt(keys, end)]).toEqual([true, false]);
  });
});
