import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { RetentionKind } from '@tollgate/contracts';
import { Config, Passes, type Database, type Pass, type TenantTransaction, type Transaction } from '@tollgate/platform';

/** An organization that stores records of a kind for fewer days than the installation. */
export interface ShorterRetention {
  organizationId: string;
  days: number;
}

/** Organizations with a shorter period of their own. @param most days of the installation; 0: for ever */
export async function shorterRetentions(
  transaction: Transaction,
  kind: RetentionKind,
  most: number,
): Promise<ShorterRetention[]> {
  const { rows } = await sql<{ organization_id: string; days: number }>`
    select id as organization_id, (retention ->> ${kind})::int as days from identity.organizations
    where retention <> '{}' and (retention ->> ${kind})::int < ${most === 0 ? 2 ** 31 - 1 : most} order by id
  `.execute(transaction);
  return rows.map(({ organization_id: organizationId, days }) => ({ organizationId, days }));
}

/** Deletes a portion of expired rows. @returns their number, `limit` at most */
export type RemoveOld = (transaction: TenantTransaction, before: Date, limit: number) => Promise<number>;

const dayMs = 86_400_000;
const rowsAtOnce = 1_000;
const mostPortions = 50;
/** Reconcilers run often; periods count days, so these look once in so many runs. */
const everyRuns = 10;

/**
 * Deletes the records of organizations that chose a shorter period than the installation (customers, section 17). Each
 * organization has its own transactions, which reach its rows alone; one that fails delays no other.
 */
@Injectable()
export class OwnRetention {
  private readonly nextAt = new Map<RetentionKind, number>();

  constructor(
    private readonly config: Config,
    private readonly passes: Passes,
  ) {}

  /** The instant before which rows of a kind are deleted for all organizations. */
  oldest(kind: RetentionKind): Date {
    return new Date(Date.now() - this.config.retentionDays[kind] * dayMs);
  }

  /** Deletes expired rows of a kind in portions; the next run continues. */
  async remove(database: Database, kind: RetentionKind, removeOld: RemoveOld): Promise<void> {
    await this.each(database, kind, async (organizationId, before) => {
      for (let portion = 0; portion < mostPortions; portion++) {
        const removed = await database.tenant(organizationId, (transaction) =>
          removeOld(transaction, before, rowsAtOnce),
        );
        if (removed < rowsAtOnce) return;
      }
    });
  }

  /** Does something for each organization with a shorter period, as often as periods of days need. */
  async each(
    database: Database,
    kind: RetentionKind,
    work: (organizationId: string, before: Date) => Promise<void>,
  ): Promise<void> {
    if ((this.nextAt.get(kind) ?? 0) > Date.now()) return;
    this.nextAt.set(kind, Date.now() + everyRuns * this.config.reconcileMs);
    const most = this.config.retentionDays[kind];
    const shorter = await database.everyTenant((transaction) => shorterRetentions(transaction, kind, most));
    await this.passes.each(passOf(kind), shorter, ({ organizationId, days }) =>
      work(organizationId, new Date(Date.now() - days * dayMs)),
    );
  }
}

const passOf = (kind: RetentionKind): Pass<ShorterRetention> => ({
  name: `retention-of-${kind}`,
  failure: 'expired records of an organization were not deleted; they stay due',
  about: ({ organizationId }) => ({ organization_id: organizationId, kind }),
});
