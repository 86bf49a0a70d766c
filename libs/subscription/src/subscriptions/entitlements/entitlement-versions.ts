import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SubscriptionDatabase } from '../../subscription.database.js';

/** The number of organizations in the cache; an evicted one restarts with an unused version. */
const maxOrganizations = 10_000;

/**
 * Tracks changes to the entitlements of organizations in this process. A version grows with each commit of this process
 * about subscriptions, and with each handled message about plans and features. It misses concurrent changes of other
 * processes, so it can validate a cache entry only for a moment.
 */
@Injectable()
export class EntitlementVersions {
  private readonly versions = new LRUCache<string, number>({ max: maxOrganizations });
  private last = 0;

  constructor(database: SubscriptionDatabase) {
    database.onAppended((organizationId) => {
      if (organizationId !== undefined) this.grow(organizationId);
    });
  }

  of(organizationId: string): number {
    return this.versions.get(organizationId) ?? this.grow(organizationId);
  }

  grow(organizationId: string): number {
    this.versions.set(organizationId, ++this.last);
    return this.last;
  }
}
