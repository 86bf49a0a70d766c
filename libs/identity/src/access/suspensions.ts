import { Injectable } from '@nestjs/common';
import { Forbidden, outOfContext, PlatformDatabase, RefreshedCache } from '@tollgate/platform';
import { tables } from '../identity.tables.js';

/** A suspension counts everywhere after this time; the process that makes it refuses calls at once. */
const staleness = { refreshAfterMs: 2_500, cacheTtlMs: 5_000 };
const mostOrganizations = 10_000;

/**
 * Knows which organizations the operator has suspended. Their keys, people, customers and event sources are refused; what
 * is stored stays, and due work goes on.
 */
@Injectable()
export class Suspensions {
  private readonly states = new RefreshedCache<{ isSuspended: boolean }>(staleness, mostOrganizations);
  private version = 0;

  constructor(private readonly database: PlatformDatabase) {}

  /** @throws Forbidden for a suspended organization */
  async assertActive(organizationId: string): Promise<void> {
    const { isSuspended } = await this.states.get(organizationId, this.version, () =>
      outOfContext(() => this.load(organizationId)),
    );
    if (isSuspended) throw new Forbidden('organization_suspended');
  }

  /** Makes this process look again. */
  evictAll(): void {
    this.version += 1;
  }

  private async load(organizationId: string): Promise<{ isSuspended: boolean }> {
    const row = await this.database.everyTenant((transaction) =>
      tables(transaction)
        .selectFrom('identity.organizations')
        .select('id')
        .where('id', '=', organizationId)
        .where('suspended_at', 'is not', null)
        .executeTakeFirst(),
    );
    return { isSuspended: row !== undefined };
  }
}
