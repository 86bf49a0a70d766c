import type {
  EventBackfillObjectsTable,
  EventBackfillRowsTable,
  EventBackfillsTable,
} from './event-backfills.tables.js';
import type {
  EventSourceCountsTable,
  EventSourceRefusalsTable,
  EventSourcesTable,
  EventSourceTopicsTable,
} from './event-sources.tables.js';
import type { EventChecksTable } from './event-checks.tables.js';
import type { EventErrorHoursTable } from './event-error-hours.tables.js';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { FollowedBlocksTable } from './followed-blocks.tables.js';
import type { EnrichmentsTable } from './enrichments.tables.js';
import type { JudgementsTable } from './judgements.tables.js';
import type { VoidedEventsTable } from './voids.tables.js';

/** The tables of the service. */
export interface IngestionTables {
  'ingestion.event_error_hours': EventErrorHoursTable;
  'ingestion.event_backfills': EventBackfillsTable;
  'ingestion.event_backfill_objects': EventBackfillObjectsTable;
  'ingestion.event_backfill_rows': EventBackfillRowsTable;
  'ingestion.event_checks': EventChecksTable;
  'ingestion.event_sources': EventSourcesTable;
  'ingestion.event_source_counts': EventSourceCountsTable;
  'ingestion.event_source_refusals': EventSourceRefusalsTable;
  'ingestion.event_source_topics': EventSourceTopicsTable;
  'ingestion.enrichments': EnrichmentsTable;
  'ingestion.judgements': JudgementsTable;
  'ingestion.followed_blocks': FollowedBlocksTable;
  'ingestion.voided_events': VoidedEventsTable;
}

/** The same transaction, seen with these tables. */
export const tables = (transaction: Transaction) => tablesOf<IngestionTables>(transaction);
