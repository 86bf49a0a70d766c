import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { SubscriptionDatabase } from '../subscription.database.js';

/** Organizations whose versions are remembered; one that is forgotten begins with a version that nobody had. */
const mostOrganizations = 10_000;

/**
 * What this process knows of changes to the entitlements of organizations. A version grows with whatever this process commits
 * about subscriptions, and with each message about plans and features that it handles; what other processes do meanwhile
 * is not in it, so nothing may be trusted for it alone for longer than a moment.
 */
@Injectable()
export class EntitlementVersions {
  private readonly versions = new LRUCache<string, number>({ max: mostOrganizations });
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
