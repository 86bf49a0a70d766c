import { Injectable } from '@nestjs/common';
import { metricTrialBounds } from '@tollgate/contracts';
import { ClickHouse } from '@tollgate/platform';
import type { AcceptedEvent } from '../model/accepted-events/accepted-event.js';
import { sourceOf, type EventSelection } from '../intake/events/event-selection.js';
import { bounds, EventsRepository, mostCounted } from '../intake/events/events.repository.js';
import { selected, shownColumns, shownEventOf, type ShownEventRow } from '../store/blocks/stored-event.js';

const { previewEvents, previewBytes } = metricTrialBounds;
const latestFirst = 'timestamp desc, transaction_id, external_subscription_id';

/** Reads the latest events of a selection, as many as fit into the bounds of a preview. */
@Injectable()
export class MetricPreviewRepository {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly events: EventsRepository,
  ) {}

  /** The number of events of a selection, 100,000 at most. @throws Unavailable */
  async count(organizationId: string, selection: EventSelection): Promise<number> {
    return (await this.events.countUpToBound(organizationId, selection)) ?? mostCounted;
  }

  /** Latest timestamp first. @throws Unavailable, also when the store takes too long */
  async latest(organizationId: string, selection: EventSelection): Promise<AcceptedEvent[]> {
    const latest = await this.events.latest(organizationId, selection, previewEvents + 1);
    const { from, parameters } = sourceOf(this.clickhouse.database, organizationId, latest);
    const rows = await this.clickhouse.rows<ShownEventRow>(
      `select ${shownColumns.join(', ')} from (
         select *, sum(length(properties)) over (order by ${latestFirst}
                                                 rows between unbounded preceding and current row) as bytes
         from (select ${selected(shownColumns)} from ${from} order by ${latestFirst} limit ${previewEvents}))
       where bytes <= ${previewBytes} order by ${latestFirst} ${bounds}`,
      parameters,
    );
    return rows.map((row) => ({ ...shownEventOf(row), organization_id: organizationId }));
  }
}
