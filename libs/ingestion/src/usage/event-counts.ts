import { Injectable } from '@nestjs/common';
import type { CommandAnswer } from '@tollgate/contracts';
import { ClickHouse } from '@tollgate/platform';

type Counts = CommandAnswer<'events.count_by_organization'>['organizations'];

/** Counts the events of organizations for the operator of the installation. */
@Injectable()
export class EventCounts {
  constructor(private readonly clickhouse: ClickHouse) {}

  /**
   * The stored events, and those received since an instant; an event that came twice lately may count twice.
   * @param since Unix milliseconds @throws Unavailable
   */
  async byOrganization(organizationIds: readonly string[], since: number): Promise<Counts> {
    if (organizationIds.length === 0) return [];
    const rows = await this.clickhouse.rows<{ organization_id: string; stored: string; recent: string }>(
      `select toString(organization_id) as organization_id, toString(count()) as stored,
              toString(countIf(received_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC'))) as recent
       from ${this.clickhouse.database}.events
       where organization_id in {ids:Array(UUID)} group by organization_id`,
      { ids: organizationIds, since },
    );
    return rows.map(({ organization_id: id, stored, recent }) => ({
      organization_id: id,
      stored: Number(stored),
      recent: Number(recent),
    }));
  }
}
