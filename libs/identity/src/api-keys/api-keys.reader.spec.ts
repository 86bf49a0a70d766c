import { describe, expect, it } from '@jest/globals';
import type { PlatformDatabase } from '@tollgate/platform';
import { hashApiKey } from './api-key.js';
import { ApiKeys } from './api-keys.reader.js';

const value = 'tg_key';
const row = {
  id: 'key',
  organization_id: 'organization',
  value_hash: hashApiKey(value),
  permissions: null,
  expires_at: null,
  unknown_parameters: 'ignore',
};

/** A database whose reads complete when the test says so. */
function slowDatabase() {
  const reads: { end: (found: typeof row | undefined) => void; fail: (error: Error) => void }[] = [];
  const everyTenant = () => new Promise((resolve, reject) => reads.push({ end: resolve, fail: reject }));
  return { database: { everyTenant } as unknown as PlatformDatabase, reads };
}

describe('API keys', () => {
  it('are looked up once for concurrent calls, and not again for a while', async () => {
    const { database, reads } = slowDatabase();
    const keys = new ApiKeys(database);
    const together = [keys.holderOf(value), keys.holderOf(value)];
    expect(reads).toHaveLength(1);
    reads[0]?.end(row);
    for (const one of together) expect(await one).toMatchObject({ apiKeyId: 'key', organizationId: 'organization' });
    expect(await keys.holderOf(value)).toMatchObject({ apiKeyId: 'key' });
    expect(reads).toHaveLength(1);
  });

  it('that are evicted during their lookup are looked up again', async () => {
    const { database, reads } = slowDatabase();
    const keys = new ApiKeys(database);
    const before = keys.holderOf(value);
    keys.evict(hashApiKey(value));
    const after = keys.holderOf(value);
    expect(reads).toHaveLength(2);
    reads[1]?.end(undefined);
    expect(await after).toBeNull();
    reads[0]?.end(row);
    await before;
    const later = keys.holderOf(value);
    expect(reads).toHaveLength(3);
    reads[2]?.end(undefined);
    expect(await later).toBeNull();
  });

  it('are looked up again after a database failure', async () => {
    const { database, reads } = slowDatabase();
    const keys = new ApiKeys(database);
    const failed = keys.holderOf(value);
    reads[0]?.fail(new Error('away'));
    await expect(failed).rejects.toThrow('away');
    const again = keys.holderOf(value);
    reads[1]?.end(row);
    expect(await again).toMatchObject({ apiKeyId: 'key' });
  });
});
