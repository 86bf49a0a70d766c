import { Injectable } from '@nestjs/common';
import type { EventErrorType, Meta } from '@tollgate/contracts';
import { ClickHouse, metaOf, type Page } from '@tollgate/platform';
import type { ShownEvent } from '../../model/accepted-events/accepted-event.js';
import { errorCondition, errorsSql } from '../../quality/faulty-events/error-conditions.js';
import {
  type Candidates,
  candidatesSql,
  type DatedCodes,
  eventKey,
  mostCandidates,
} from '../../quality/faulty-events/faulty-candidates.js';
import { FaultyEventsRepository } from '../../quality/faulty-events/faulty-events.repository.js';
import { type FaultySelection, receivedSql } from '../../quality/faulty-events/received-sql.js';
import { selected, shownColumns, shownEventOf, type ShownEventRow } from '../../store/blocks/stored-event.js';
import { QueryParameters } from '../../model/usage-queries/query-parameters.js';
import { bounds } from '../events/events.repository.js';

/** An event with its errors by the metrics of now. */
export interface JudgedEvent {
  event: ShownEvent;
  errors: EventErrorType[];
}

/** Errors of one kind and code, as the store counts them: 64-bit numbers are text, instants Unix milliseconds. */
export interface ErrorGroup {
  error: EventErrorType;
  code: string;
  /** Empty where no code is near. */
  suggested_code: string;
  events_count: string;
  subscriptions_count: string;
  first_received_at: string;
  last_received_at: string;
}

const mostGroups = 100;

/** SQL of the known code that differs in the fewest letters, one of three at most. @param codes SQL of a list */
const nearestSql = (codes: string): string => {
  const distance = 'damerauLevenshteinDistance(lower(known), lower(code))';
  const near = `arrayFilter(known -> ${distance} <= 1 + intDiv(length(code), 4), ${codes})`;
  return `arraySort(known -> (${distance}, known), ${near})[1]`;
};

/** A list of more errors counts candidates beyond these. */
export const mostJudged = 100;

/** The key of an event: subscription, code, timestamp as the store writes it, and transaction id. */
type Key = [externalSubscriptionId: string, code: string, timestamp: string, transactionId: string];

/** Keys as a constant: of a computed list, the store would compare each event with all keys. */
const typeOfKeys = `Array(Tuple(String, String, DateTime64(6, ''UTC''), String))`;

type Row = ShownEventRow & { errors: EventErrorType[] };

interface ListPage {
  rows: JudgedEvent[];
  meta: Meta;
}

/** A list that is being made. */
interface Listed {
  organizationId: string;
  metrics: DatedCodes;
  selection: FaultySelection;
  missingUntil: number;
}

/** Lists faulty events from the usage store, judged by the metrics of now. */
@Injectable()
export class EventErrorsRepository {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly faultyEvents: FaultyEventsRepository,
  ) {}

  /**
   * One page: latest reception first, then by transaction id. `total_count` is exact up to 100 errors; beyond, repeated and
   * just voided events may still be counted. A list has 100,000 errors at most.
   * @throws Unavailable, also when the store takes too long to judge the events
   */
  async list(organizationId: string, metrics: DatedCodes, selection: FaultySelection, page: Page): Promise<ListPage> {
    const listed = { organizationId, metrics, selection, missingUntil: await this.faultyEvents.missingUntil() };
    const candidates = await this.count(listed);
    if (candidates === 0) return { rows: [], meta: metaOf(page, 0) };
    return (await this.earlyPage(listed, candidates, page)) ?? this.laterPage(listed, candidates, page);
  }

  /**
   * A page among the latest candidates, which it reads as it judges them: each may be in another place of the store.
   * @returns null if it may need others
   */
  private async earlyPage(listed: Listed, candidates: number, page: Page): Promise<ListPage | null> {
    const end = page.page * page.per_page;
    const others = Math.max(candidates - mostJudged, 0);
    if (others > 0 && end > mostJudged) return null;
    const faulty = await this.read(listed, await this.latest(listed));
    if (others > 0 && faulty.length < end) return null;
    return { rows: faulty.slice(end - page.per_page, end), meta: metaOf(page, others + faulty.length) };
  }

  /** A page further back. It judges candidates without reading them, until they suffice. */
  private async laterPage(listed: Listed, candidates: number, page: Page): Promise<ListPage> {
    const end = page.page * page.per_page;
    for (let most = end > mostJudged ? end : 10 * mostJudged; ; most *= 10) {
      const { judged, keys } = await this.judge(listed, most, page);
      const isComplete = most >= candidates;
      if (!isComplete && judged < end) continue;
      const total = isComplete ? judged : candidates - (most - judged);
      return { rows: await this.read(listed, keys), meta: metaOf(page, total) };
    }
  }

  /**
   * Counts errors by kind and code, the most frequent first: of the latest 100,000 candidates, 100 groups at most.
   * @throws Unavailable, also when the store takes too long to judge the events
   */
  async groups(organizationId: string, metrics: DatedCodes, selection: FaultySelection): Promise<ErrorGroup[]> {
    const listed = { organizationId, metrics, selection, missingUntil: await this.faultyEvents.missingUntil() };
    const parameters = new QueryParameters();
    const { sql } = this.candidates(listed, parameters);
    const codes = parameters.add(
      metrics.live.map(({ code }) => code),
      'Array(String)',
    );
    return this.clickhouse.rows<ErrorGroup>(
      `select *, if(error = 'invalid_code', ${nearestSql(codes)}, '') as suggested_code from (
         select error, code, count() as events_count, uniqExact(external_subscription_id) as subscriptions_count,
                toUnixTimestamp64Milli(min(received)) as first_received_at,
                toUnixTimestamp64Milli(max(received)) as last_received_at
         from (select code, external_subscription_id, event.received_at as received,
                      arrayJoin(${errorsSql(metrics, parameters)}) as error
               from ${this.clickhouse.database}.events as event final
               prewhere organization_id = ${parameters.add(organizationId, 'UUID')}
                 and (${eventKey}) in (select ${eventKey} from (${sql}) as event
                   order by event.received_at desc limit ${mostCandidates})
               where ${receivedSql(organizationId, selection, parameters)})
         group by error, code order by events_count desc, error, code limit ${mostGroups}) ${bounds}`,
      parameters.values,
    );
  }

  /** The number of candidates, up to a bound. */
  private async count(listed: Listed): Promise<number> {
    const parameters = new QueryParameters();
    const { sql } = this.candidates(listed, parameters);
    const [counted] = await this.clickhouse.rows<{ total: string }>(
      `select count() as total from (select 1 from (${sql}) limit ${mostCandidates}) ${bounds}`,
      parameters.values,
    );
    return Number(counted?.total ?? 0);
  }

  /** The keys of the latest candidates. */
  private async latest(listed: Listed): Promise<Key[]> {
    const parameters = new QueryParameters();
    const { sql } = this.candidates(listed, parameters);
    const found = await this.clickhouse.rows<{ key: Key }>(
      `select (external_subscription_id, code, toString(event.timestamp), transaction_id) as key
       from (${sql}) as event order by event.received_at desc, transaction_id limit ${mostJudged} ${bounds}`,
      parameters.values,
    );
    return found.map(({ key }) => key);
  }

  /** Judges the latest candidates. @returns how many of them are faulty, and the keys of a page of these */
  private async judge(listed: Listed, most: number, page: Page): Promise<{ judged: number; keys: Key[] }> {
    const parameters = new QueryParameters();
    const [limit, offset] = [page.per_page, (page.page - 1) * page.per_page];
    const { sql, isLookup } = this.candidates(listed, parameters);
    const latest = `(${sql}) as event order by event.received_at desc, transaction_id limit ${most}`;
    // Numbers exclude most events before the store compares their texts.
    const timestamps = isLookup ? `and event.timestamp in (select event.timestamp from ${latest})` : '';
    const [found] = await this.clickhouse.rows<{ judged: string; keys: Key[] }>(
      `select count() as judged, arraySlice(groupArray(key), ${offset + 1}, ${limit}) as keys from (
         select (external_subscription_id, code, toString(event.timestamp), transaction_id) as key
         from ${this.clickhouse.database}.events as event final
         prewhere organization_id = ${parameters.add(listed.organizationId, 'UUID')} ${timestamps}
           and (${eventKey}) in (select ${eventKey} from ${latest})
         where ${receivedSql(listed.organizationId, listed.selection, parameters)}
           and (${errorCondition(listed.metrics, listed.selection.error, parameters)})
         order by event.received_at desc, transaction_id) ${bounds}`,
      parameters.values,
    );
    return { judged: Number(found?.judged ?? 0), keys: found?.keys ?? [] };
  }

  /** The faulty events among those of some keys. */
  private async read({ organizationId, metrics, selection }: Listed, keys: Key[]): Promise<JudgedEvent[]> {
    if (keys.length === 0) return [];
    const parameters = new QueryParameters();
    const rows = await this.clickhouse.rows<Row>(
      `select ${selected(shownColumns)}, ${errorsSql(metrics, parameters)} as errors
       from ${this.clickhouse.database}.events as event final
       prewhere organization_id = ${parameters.add(organizationId, 'UUID')}
         and event.timestamp in JSONExtract(${parameters.add(JSON.stringify(keys.map(([, , at]) => at)), 'String')}, 'Array(DateTime64(6, ''UTC''))')
         and (${eventKey}) in JSONExtract(${parameters.add(JSON.stringify(keys), 'String')}, '${typeOfKeys}')
       where ${receivedSql(organizationId, selection, parameters)}
         and ${selection.error === undefined ? 'notEmpty(errors)' : `has(errors, '${selection.error}')`}
       order by event.received_at desc, transaction_id ${bounds}`,
      parameters.values,
    );
    return rows.map(({ errors, ...row }) => ({ event: shownEventOf(row), errors }));
  }

  private candidates(listed: Listed, parameters: QueryParameters): Candidates {
    return candidatesSql({ database: this.clickhouse.database, ...listed }, parameters);
  }
}
