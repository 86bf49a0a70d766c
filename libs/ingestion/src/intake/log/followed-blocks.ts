import { Injectable } from '@nestjs/common';
import { IngestionDatabase } from '../../ingestion.database.js';
import { tables } from '../../model/tables/ingestion.tables.js';

/** Name of the log of a single process. */
const log = 'direct';
/** A restart repeats at most this much work; a statement per block would cost more. */
const writtenEveryMs = 500;

/** The last block whose follow-up work is complete. After any shutdown the process resumes from the next block. */
@Injectable()
export class FollowedBlocks {
  private last = 0;
  private written = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: IngestionDatabase) {}

  /** The number of the last completed block; 0 when there is none. */
  async read(): Promise<number> {
    const row = await this.database.everyTenant((transaction) =>
      tables(transaction)
        .selectFrom('ingestion.followed_blocks')
        .select('block')
        .where('log', '=', log)
        .executeTakeFirst(),
    );
    this.last = this.written = Number(row?.block ?? 0);
    return this.last;
  }

  get position(): number {
    return this.last;
  }

  /** Records that all blocks up to this one are complete; becomes durable some time later. */
  record(block: number): void {
    this.last = Math.max(this.last, block);
    this.timer ??= setTimeout(() => void this.flush().catch(() => undefined), writtenEveryMs).unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const block = this.last;
    if (block <= this.written) return;
    await this.database.everyTenant((transaction) =>
      tables(transaction)
        .insertInto('ingestion.followed_blocks')
        .values({ log, block: String(block) })
        .onConflict((conflict) => conflict.column('log').doUpdateSet({ block: String(block) }))
        .execute(),
    );
    this.written = block;
  }
}
