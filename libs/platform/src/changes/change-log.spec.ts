import { expect, it } from '@jest/globals';
import type { PlatformDatabase } from '../database/platform-database.js';
import type { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { Passes } from '../passes/passes.js';
import { ChangeLog } from './change-log.js';

it('an organization that fails delays no other', async () => {
  const reached: string[] = [];
  const database = {
    everyTenant: async () => ['poisoned', 'good'],
    tenant: async (organizationId: string) => {
      reached.push(organizationId);
      if (organizationId === 'poisoned') throw new Error('poisoned');
      return 0;
    },
  } as unknown as PlatformDatabase;
  const quiet = { error: () => undefined } as unknown as Logger;
  const log = new ChangeLog(database, new Passes(quiet, new Metrics()));
  await log.numberAll();
  await log.expire(new Date());
  expect(reached).toEqual(['poisoned', 'good', 'poisoned', 'good']);
});
