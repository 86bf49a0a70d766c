import { describe, expect, it } from '@jest/globals';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { Metrics, type Logger, type Transaction } from '@tollgate/platform';
import type { IngestionDatabase } from '../../ingestion.database.js';
import { SourceCounts, type CallCounts } from './source-counts.js';

interface WrittenCount {
  event_source_id: string;
  taken: number;
  refused: number;
  last_error: string | null;
}

/** Counts over a database that records what is written, and fails while it is down. */
function makeCounts() {
  const written: WrittenCount[][] = [];
  const transaction = new Kysely<Record<never, never>>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      if (typeof query.parameters[0] === 'string') written.push(JSON.parse(query.parameters[0]) as WrittenCount[]);
    },
  });
  const state = { isDown: false };
  const database = {
    everyTenant: async (work: (transaction: Transaction) => Promise<void>) => {
      if (state.isDown) throw new Error('down');
      await work(transaction as unknown as Transaction);
    },
  } as unknown as IngestionDatabase;
  const metrics = new Metrics();
  const counts = new SourceCounts(database, metrics, { warn: () => undefined } as unknown as Logger);
  return { counts, metrics, written, state };
}

const source = (id: string) => ({ id, organizationId: 'o', kind: 'webhook' as const });
const call = (changes: Partial<CallCounts> = {}): CallCounts => ({
  taken: 1,
  repeated: 0,
  refused: 0,
  error: null,
  refusals: [],
  ...changes,
});

describe('the counts of sources', () => {
  it('are written together, each source once and in one order', async () => {
    const { counts, metrics, written } = makeCounts();
    counts.note(source('b'), call({ taken: 2 }), 1_000);
    counts.note(source('a'), call({ refused: 1, error: 'first' }), 2_000);
    counts.note(source('a'), call({ refused: 1, error: 'second' }), 3_000);
    counts.note(source('a'), call(), 4_000);
    await counts.beforeApplicationShutdown();
    expect(written).toMatchObject([
      [
        { event_source_id: 'a', taken: 3, refused: 2, last_error: 'second' },
        { event_source_id: 'b', taken: 2, refused: 0, last_error: null },
      ],
    ]);
    expect(await metrics.text()).toContain('tollgate_source_events_total{kind="webhook",outcome="taken"} 5');
  });

  it('wait for a database that is down, and count nothing twice', async () => {
    const { counts, written, state } = makeCounts();
    state.isDown = true;
    counts.note(source('a'), call({ error: 'why', refused: 1 }), 1_000);
    await counts.write();
    counts.note(source('a'), call(), 2_000);
    state.isDown = false;
    await counts.write();
    await counts.beforeApplicationShutdown();
    expect(written).toMatchObject([[{ event_source_id: 'a', taken: 2, refused: 1, last_error: 'why' }]]);
  });

  it('keep the last refused records, also while the database is down', async () => {
    const { counts, written, state } = makeCounts();
    const refusals = (first: number, many: number) =>
      Array.from({ length: many }, (_, place) => ({
        record: `r${first + place}`,
        place: null,
        rule: 'tokens',
        errors: { timestamp: ['invalid_date'] },
      }));
    counts.note(source('a'), call({ refusals: refusals(0, 150) }), 1_000);
    state.isDown = true;
    await counts.write();
    counts.note(source('a'), call({ refusals: refusals(150, 3) }), 2_000);
    state.isDown = false;
    await counts.beforeApplicationShutdown();
    const [, rows] = written as unknown as { record: string; event_source_id: string }[][];
    expect(rows).toHaveLength(100);
    expect([rows?.[0], rows?.at(-1)]).toMatchObject([
      { record: 'r53', event_source_id: 'a' },
      { record: 'r152', errors: { timestamp: ['invalid_date'] } },
    ]);
  });

  it('cut long reasons short', async () => {
    const { counts, written } = makeCounts();
    counts.note(source('a'), call({ error: 'x'.repeat(10_000) }), 1_000);
    await counts.beforeApplicationShutdown();
    expect(written[0]?.[0]?.last_error).toHaveLength(500);
  });
});
