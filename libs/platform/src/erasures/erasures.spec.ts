import { describe, expect, it } from '@jest/globals';
import type { Database } from '../database/database.js';
import type { Jobs } from '../jobs/jobs.js';
import type { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { firstIdAt, newId, timeOfId } from '../ids.js';
import { Passes } from '../passes/passes.js';
import { Erasures } from './erasures.js';

const quiet = { error: () => undefined } as unknown as Logger;
const [poisoned, good] = [newId(), newId()];

const openPlace = (organizationId: string) => ({
  erasure: { id: organizationId, organizationId, subjectId: organizationId, facts: {}, personalProperties: [] },
  place: 'wallets',
  reached: null,
});

describe('erasures', () => {
  it('erase the places of others when one organization fails', async () => {
    const runs = new Map<string, () => Promise<void>>();
    const jobs = {
      reconcileEvery: (name: string, run: () => Promise<void>) => Promise.resolve(void runs.set(name, run)),
      add: () => Promise.resolve(),
    } as unknown as Jobs;
    const worked: string[] = [];
    let requests = 0;
    const database = {
      everyTenant: () => Promise.resolve(requests++ === 0 ? [poisoned, good].map(openPlace) : false),
      tenant: (id: string) => {
        if (id === poisoned) return Promise.reject(new Error('poisoned'));
        worked.push(id);
        return Promise.resolve(false);
      },
    } as unknown as Database;
    const erasures = new Erasures(jobs, new Passes(quiet, new Metrics()));
    await erasures.serve('wallet', database, { wallets: () => Promise.resolve({ rows: 0 }) });
    await runs.get('wallet-erasures')?.();
    expect(worked).toEqual([good]);
  });
});

describe('the first identifier of an instant', () => {
  it('compares with the identifiers created there', () => {
    const id = newId();
    const at = timeOfId(id) ?? 0;
    expect(timeOfId(firstIdAt(at))).toBe(at);
    expect(firstIdAt(at) < id).toBe(true);
    expect(firstIdAt(at + 1) > id).toBe(true);
  });
});
