import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Counter } from 'prom-client';
import { ClickHouse, Logger, Metrics, newId, outOfContext, type Instant } from '@tollgate/platform';
import { apiLogTable } from './api-log-table.js';
import { withoutSecrets } from './without-secrets.js';

/** An answered call. */
export interface LoggedCall {
  organizationId: string;
  apiKeyId: string | null;
  requestId: string;
  method: string;
  status: number;
  client: string;
  origin: string;
  path: string;
  apiVersion: string;
  /** JSON as received and as sent. */
  body: string;
  response: string;
  /** When, by the organization's clock. */
  at: Promise<Instant>;
  createdAt: Instant;
}

const columns = [
  'organization_id',
  'id',
  'request_id',
  'api_key_id',
  'client',
  'http_method',
  'http_status',
  'request_origin',
  'request_path',
  'request_body',
  'request_response',
  'api_version',
  'logged_at',
  'created_at',
] as const;

const rowsOfBlock = 1_000;
const writtenAfterMs = 500;
const againAfterMs = 5_000;
/** Bounds of the queue while the store is unavailable; further calls are not logged. */
const mostWaitingRows = 20_000;
const mostWaitingBytes = 32 * 1024 * 1024;
const reportEveryMs = 60_000;

const sizeOf = ({ body, response }: LoggedCall) => body.length + response.length + 500;
const storeTime = (at: Instant) => new Date(at).toISOString().slice(0, 23).replace('T', ' ');

/**
 * Writes calls into the usage store in blocks, in the background of the calls. They wait in memory for half a second. A
 * killed process loses that much; a stopped one loses nothing.
 */
@Injectable()
export class ApiLogWriter implements BeforeApplicationShutdown {
  private waiting: { id: string; call: LoggedCall }[] = [];
  private waitingBytes = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private reportAgainAt = 0;
  private readonly leftOut: Counter;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.leftOut = new Counter({
      name: 'tollgate_api_logs_left_out_total',
      help: 'Calls that are in no log because the usage store took none for too long',
      registers: [metrics.registry],
    });
  }

  add(call: LoggedCall): void {
    const bytes = sizeOf(call);
    if (this.waiting.length >= mostWaitingRows || this.waitingBytes + bytes > mostWaitingBytes) {
      this.leftOut.inc();
      return;
    }
    this.waiting.push({ id: newId(), call });
    this.waitingBytes += bytes;
    if (this.waiting.length === rowsOfBlock) void this.write();
    else this.plan(writtenAfterMs);
  }

  /** Writes the queue now. Rows that the store does not accept stay in it. */
  async write(): Promise<void> {
    this.writing = this.writing.then(() => outOfContext(() => this.writeBlocks()));
    await this.writing;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
    clearTimeout(this.timer);
  }

  private plan(afterMs: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.write();
    }, afterMs);
  }

  private async writeBlocks(): Promise<void> {
    while (this.waiting.length > 0) {
      const block = this.waiting.slice(0, rowsOfBlock);
      try {
        await this.clickhouse.insert(apiLogTable, [...columns], await Promise.all(block.map(rowOf)));
      } catch (error) {
        this.report(error);
        this.plan(againAfterMs);
        return;
      }
      this.waiting = this.waiting.slice(block.length);
      this.waitingBytes -= block.reduce((sum, { call }) => sum + sizeOf(call), 0);
    }
  }

  private report(error: unknown): void {
    if (Date.now() < this.reportAgainAt) return;
    this.reportAgainAt = Date.now() + reportEveryMs;
    this.logger.warn('calls are not logged yet; trying again', { waiting: this.waiting.length, error });
  }
}

async function rowOf({ id, call }: { id: string; call: LoggedCall }): Promise<unknown[]> {
  // A failing clock must not prevent the log entry.
  const at = await call.at.catch(() => call.createdAt);
  return [
    call.organizationId,
    id,
    call.requestId,
    call.apiKeyId,
    call.client,
    call.method,
    call.status,
    call.origin,
    call.path,
    withoutSecrets(call.body),
    withoutSecrets(call.response),
    call.apiVersion,
    storeTime(at),
    storeTime(call.createdAt),
  ];
}
