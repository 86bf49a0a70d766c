// Rows of past usage, and what must come of them.
import { parquetWriteBuffer } from 'hyparquet-writer';

/** Some rows have no code, and are refused; some repeat the row before them. */
const [refusedEvery, repeatedEvery] = [97, 31];
const rowGroupSize = 2_000;
const from = Date.UTC(2024, 1, 1);
const apartMs = 500;

interface PastRow {
  transaction_id: string;
  external_subscription_id: string;
  code: string | null;
  timestamp: Date;
  gb: number;
}

/** The rows of a file, or of several, in their order. */
export class PastRows {
  readonly subscription: string;
  readonly rows: PastRow[];

  constructor(subscription: string, count: number) {
    this.subscription = subscription;
    this.rows = Array.from({ length: count }, (_, index) => rowOf(subscription, index));
  }

  /** The numbers of the refused rows, from 1 on in each of equal parts. */
  refusedOf(parts: number): number[] {
    return this.parts(parts).flatMap((rows) => rows.flatMap(({ code }, index) => (code === null ? [index + 1] : [])));
  }

  /** The quantity of each event that must be stored, by its id. */
  get events(): Map<string, number> {
    return new Map(this.rows.flatMap(({ transaction_id: id, code, gb }) => (code === null ? [] : [[id, gb] as const])));
  }

  /** Equal parts of the rows, in their order. */
  parts(count: number): PastRow[][] {
    const size = Math.ceil(this.rows.length / count);
    return Array.from({ length: count }, (_, index) => this.rows.slice(index * size, (index + 1) * size));
  }
}

function rowOf(subscription: string, index: number): PastRow {
  const isRefused = index % refusedEvery === refusedEvery - 1;
  const isRepeated = !isRefused && index % repeatedEvery === repeatedEvery - 1 && index % refusedEvery !== 0;
  const number = isRepeated ? index - 1 : index;
  return {
    transaction_id: `${subscription}-${number}`,
    external_subscription_id: subscription,
    code: isRefused ? null : 'gb',
    timestamp: new Date(from + number * apartMs),
    gb: 1 + (number % 7),
  };
}

export function csvOf(rows: readonly PastRow[]): Buffer {
  const lines = rows.map(
    ({ transaction_id: id, external_subscription_id: subscription, code, timestamp, gb }) =>
      `${id},${subscription},${code ?? ''},${timestamp.toISOString()},${gb}`,
  );
  return Buffer.from(['transaction_id,external_subscription_id,code,timestamp,properties.gb', ...lines, ''].join('\n'));
}

export const parquetOf = (rows: readonly PastRow[]): Buffer =>
  Buffer.from(
    parquetWriteBuffer({
      rowGroupSize,
      columnData: [
        { name: 'transaction_id', data: rows.map((row) => row.transaction_id), type: 'STRING' },
        { name: 'external_subscription_id', data: rows.map((row) => row.external_subscription_id), type: 'STRING' },
        { name: 'code', data: rows.map((row) => row.code), type: 'STRING' },
        { name: 'timestamp', data: rows.map((row) => row.timestamp), type: 'TIMESTAMP' },
        { name: 'properties.gb', data: rows.map((row) => row.gb), type: 'INT32' },
      ],
    }),
  );
