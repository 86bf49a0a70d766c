import { Injectable } from '@nestjs/common';
import { metricTrialBounds, type MetricValue } from '@tollgate/contracts';
import { ClickHouse } from '@tollgate/platform';
import { sourceOf, type EventSelection } from '../intake/events/event-selection.js';
import { bounds, EventsRepository } from '../intake/events/events.repository.js';

/** The values of a property, the most frequent first. */
export interface SeenValues {
  values: MetricValue[];
  examined: number;
  /** Whether there are more values, or longer ones. */
  isTruncated: boolean;
}

interface Row {
  is_listed: number;
  content: string;
  events: string;
  examined: string;
  listed: string;
  longer: string;
}

const { values: mostValues, valuesEvents, valueCharacters } = metricTrialBounds;

/** Reads the values of a property from the latest events of a selection. */
@Injectable()
export class MetricValuesRepository {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly events: EventsRepository,
  ) {}

  /** @throws Unavailable, also when the store takes too long */
  async read(organizationId: string, selection: EventSelection, field: string): Promise<SeenValues> {
    const latest = await this.events.latest(organizationId, selection, valuesEvents);
    const { from, parameters } = sourceOf(this.clickhouse.database, organizationId, latest);
    const text = 'event.texts[{field:String}]';
    const has = 'mapContains(event.texts, {field:String})';
    const isListed = `${has} and lengthUTF8(${text}) <= ${valueCharacters}`;
    const rows = await this.clickhouse.rows<Row>(
      `select is_listed, content, events, sum(events) over () as examined, sum(is_listed) over () as listed,
              sumIf(events, is_longer) over () as longer
       from (select is_listed, is_longer, content, count() as events
             from (select ${isListed} as is_listed, ${has} and not is_listed as is_longer,
                          if(is_listed, ${text}, '') as content
                   from ${from} limit ${valuesEvents})
             group by is_listed, is_longer, content)
       order by is_listed desc, events desc, content limit ${mostValues} ${bounds}`,
      { ...parameters, field },
    );
    const values = rows.filter(({ is_listed: isOne }) => isOne === 1);
    const [first] = rows;
    return {
      values: values.map(({ content, events }) => ({ value: content, events_count: Number(events) })),
      examined: Number(first?.examined ?? 0),
      isTruncated: Number(first?.listed ?? 0) > values.length || Number(first?.longer ?? 0) > 0,
    };
  }
}
