import { describe, expect, it } from '@jest/globals';
import { exportFormats, type ExportFormat } from '@tollgate/contracts';
import type { Cell, Clock, CommandBus, Config, Jobs } from '@tollgate/platform';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import type { DataExportRow, PartContent } from './data-exports.repository.js';
import type { ExportDelivery } from './export-delivery.js';
import type { ExportParts } from './export-parts.js';
import { RecordExportWorker } from './record-export.worker.js';

const pageSize = 500;
const columns = 9;

/** Where a step is cut off: before it stores anything, after it stored all, or not. */
type Cut = 'before' | 'after' | 'none';

/** Rows of tax rates with a long text, so that few pages fill a part. */
const rowsOf = (count: number, text: string): Cell[][] =>
  Array.from({ length: count }, (_, place) =>
    Array.from({ length: columns }, (__, column): Cell => {
      if (column === 0) return `id ${place}`;
      if (column === 3) return text;
      if (column === 5) return 19;
      return column === 7 ? '[]' : null;
    }),
  );

/** An installation in memory whose steps are cut off at random: a cut one stores nothing, or all. */
class Installation {
  row: DataExportRow;
  parts: PartContent[] = [];
  private readonly work: (payload: object) => Promise<void>;

  constructor(
    format: ExportFormat,
    private readonly rows: Cell[][],
    private readonly cuts: Iterator<Cut>,
  ) {
    this.row = {
      id: 'x',
      organization_id: 'o',
      resource_type: 'tax_rates',
      format,
      filters: {},
      status: 'pending',
      until: new Date(0),
      created_at: new Date(0),
      changed_from: null,
      destination_id: null,
      incremental: false,
      position: null,
      last_id: null,
      parts: 0,
      sent_parts: 0,
      records_done: 0,
      rows_written: 0,
      size_bytes: 0n,
      written: false,
    } as unknown as DataExportRow;
    const handlers = new Map<string, (payload: object) => Promise<void>>();
    const jobs = {
      work: (name: string, handler: (payload: object) => Promise<void>) => void handlers.set(name, handler),
    };
    new RecordExportWorker(
      { now: () => Promise.resolve(0) } as unknown as Clock,
      {
        send: (_: string, __: string, request: Request) => Promise.resolve(this.page(request)),
      } as unknown as CommandBus,
      jobs as unknown as Jobs,
      this.store() as unknown as ExportParts,
      {} as ExportDelivery,
      { identifierPrefix: 'svc' } as Config,
    ).onApplicationBootstrap();
    const work = handlers.get('record-export');
    if (!work) throw new Error('the worker has no job');
    this.work = work;
  }

  /** Runs the job again until it ends without being cut off. */
  async run(): Promise<Buffer> {
    for (;;) {
      try {
        await this.work({});
        return Buffer.concat(this.parts.map(({ bytes }) => bytes ?? Buffer.alloc(0)));
      } catch (error) {
        if (!(error instanceof CutOff)) throw error;
      }
    }
  }

  private page({ after, limit }: Request) {
    const from = Number(after ?? 0);
    const rows = this.rows.slice(from, from + limit);
    const next = from + limit < this.rows.length ? String(from + limit) : null;
    return { rows, walked: rows.length, next, total: after === null ? this.rows.length : null };
  }

  private store() {
    const change = (changes: Partial<DataExportRow>, part?: PartContent) => {
      const cut = this.cuts.next().value;
      if (cut === 'before') throw new CutOff();
      this.row = { ...this.row, ...changes, parts: this.row.parts + (part ? 1 : 0) };
      if (part) this.parts.push(part);
      if (cut === 'after') throw new CutOff();
    };
    return {
      writeAll: async (_: object, write: (row: DataExportRow) => Promise<boolean>) => {
        while (this.row.status !== 'completed') if (!(await write(this.row))) return;
      },
      store: (_: DataExportRow, { part, changes }: { part: PartContent; changes: Partial<DataExportRow> }) =>
        Promise.resolve().then(() => change(changes, part)),
      advance: (_: DataExportRow, changes: Partial<DataExportRow>) => Promise.resolve().then(() => change(changes)),
      summaries: () => Promise.resolve(this.parts.flatMap(({ summary }) => summary ?? [])),
    };
  }
}

class CutOff extends Error {}
interface Request {
  after: string | null;
  limit: number;
}

function* endless(cuts: Cut[]): Generator<Cut> {
  yield* cuts;
  for (;;) yield 'none';
}

describe('a file of records that is cut off again and again', () => {
  it.each(exportFormats)('is the same as one that is not: %s', async (format) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 5 * pageSize + 3 }),
        fc.constantFrom(1, 9_000),
        fc.array(fc.constantFrom<Cut>('before', 'after', 'none'), { maxLength: 8 }),
        async (count, width, cuts) => {
          const rows = rowsOf(count, 'x'.repeat(width));
          const whole = await new Installation(format, rows, endless([])).run();
          const resumed = new Installation(format, rows, endless(cuts));
          expect((await resumed.run()).equals(whole)).toBe(true);
          expect(resumed.row).toMatchObject({
            status: 'completed',
            rows_written: count,
            records_done: count,
            records_total: count,
            size_bytes: BigInt(whole.length),
          });
          if (format !== 'parquet') return;
          const read = await parquetReadObjects({ file: new Uint8Array(whole).buffer, columns: ['svc_id', 'rate'] });
          expect(read.map(({ svc_id: id }) => id as string)).toEqual(rows.map(([id]) => id));
        },
      ),
      { numRuns: 8 },
    );
  });
});
