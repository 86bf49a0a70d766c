import { Injectable } from '@nestjs/common';
import { eventErrorTypes, type EventErrorType } from '@tollgate/contracts';
import { ClickHouse, type Instant } from '@tollgate/platform';
import { QueryParameters } from '../../model/usage-queries/query-parameters.js';
import { errorCondition } from './error-conditions.js';
import { candidatesSql, eventKey, mostCandidates, type DatedCodes } from './faulty-candidates.js';
import { FaultyEventsRepository } from './faulty-events.repository.js';
import { receivedSql } from './received-sql.js';

/** Transaction ids of faulty events, by kind (metering, section 2.5). */
export type FaultyEvents = Record<EventErrorType, string[]>;

/** Most ids per kind; a larger webhook could not be delivered. */
const maximumIds = 10_000;

/** Finds events that do not count as their sender may have intended. */
@Injectable()
export class FaultyEventsReader {
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly faultyEvents: FaultyEventsRepository,
  ) {}

  /**
   * Reads the events received between two instants, the end exclusive (Unix milliseconds). It first finds candidates by
   * reception time, so that the query reads only their current rows, not the organization's whole history.
   */
  async find(organizationId: string, metrics: DatedCodes, from: Instant, until: Instant): Promise<FaultyEvents> {
    const found: FaultyEvents = { invalid_code: [], missing_aggregation_property: [], invalid_filter_values: [] };
    const missingUntil = await this.faultyEvents.missingUntil();
    for (const error of eventErrorTypes) {
      const parameters = new QueryParameters();
      const { database } = this.clickhouse;
      const selection = { from, to: until - 1, error };
      const { sql } = candidatesSql({ database, organizationId, metrics, selection, missingUntil }, parameters);
      const [faulty] = await this.clickhouse.rows<{ ids: string[] }>(
        `select groupUniqArray(${maximumIds})(transaction_id) as ids from ${database}.events as event final
         prewhere organization_id = ${parameters.add(organizationId, 'UUID')} and (${eventKey}) in (
           select ${eventKey} from (${sql}) as event limit ${mostCandidates})
         where ${receivedSql(organizationId, selection, parameters)} and (${errorCondition(metrics, error, parameters)})`,
        parameters.values,
      );
      found[error] = faulty?.ids ?? [];
    }
    return found;
  }
}
