import { Injectable } from '@nestjs/common';
import { IngestionDatabase } from '../ingestion.database.js';
import { tables } from '../tables/ingestion.tables.js';

/** The blocks of the process that is its own log. */
const log = 'direct';
/** A start does this much of the last work again; a statement for each block would cost more. */
const writtenEveryMs = 500;

/** Up to which block everything is done that blocks set off: what lies behind is found from here after any end of the process. */
@Injectable()
export class FollowedBlocks {
  private last = 0;
  private written = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: IngestionDatabase) {}

  /** The number of the last block that is known to be done; 0 when there is none. */
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

  /** Records that everything up to a block is done; durable some time later. */
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
