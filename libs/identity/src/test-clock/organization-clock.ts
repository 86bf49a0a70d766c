import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock, PlatformDatabase, type Instant } from '@tollgate/platform';
import { tables } from '../identity.tables.js';

/** The wall clock, or the test clock of a sandbox organization. */
@Injectable()
export class OrganizationClock extends Clock {
  // Creation decides whether an organization has a test clock; that never changes.
  private readonly followsWallClock = new LRUCache<string, true>({ max: 100_000 });

  constructor(private readonly database: PlatformDatabase) {
    super();
  }

  override async now(organizationId: string): Promise<Instant> {
    if (this.followsWallClock.has(organizationId)) return Date.now();
    const clock = await this.database.tenant(organizationId, (transaction) =>
      tables(transaction)
        .selectFrom('identity.test_clocks')
        .select('frozen_time')
        .where('organization_id', '=', organizationId)
        .executeTakeFirst(),
    );
    if (clock) return clock.frozen_time.getTime();
    this.followsWallClock.set(organizationId, true);
    return Date.now();
  }
}
