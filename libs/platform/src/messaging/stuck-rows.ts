import { sql } from 'kysely';
import type { ServiceName } from '@tollgate/contracts';
import type { Database } from '../database/database.js';
import type { Parked } from '../parked/parked.js';
import { parkedReasonOf } from '../parked/parked-reason.js';
import type { ParkedRow } from '../parked/parked.tables.js';
import type { Passes } from '../passes/passes.js';
import { toMessage, type OutboxRow } from './outbox-rows.js';
import type { MessageTransport } from './transport.js';

/** Keys of these rows are left out of rounds at once. */
const mostHeld = 1_000;

/**
 * Rows of an outbox that cannot be presented as messages. Each holds its own key back while it is tried a few times,
 * with growing waits; then it is parked.
 */
export class StuckRows {
  private readonly held = new Map<string, OutboxRow>();

  constructor(
    private readonly database: Database & { service: ServiceName },
    private readonly transport: MessageTransport,
    private readonly parked: Parked,
    private readonly passes: Passes,
  ) {
    parked.register(database.service, 'outbox', { retry: (item) => this.retry(item) });
  }

  /** The keys that rounds leave out. */
  keys(): string[] {
    return [...this.held.keys()];
  }

  /** Holds rows back; those beyond the bound are met again by the next round. */
  hold(rows: readonly OutboxRow[]): void {
    for (const row of rows) if (this.held.size < mostHeld) this.held.set(row.key, row);
  }

  /** Tries the held rows that are due; one that can be presented now is free again. */
  async tryAll(): Promise<void> {
    await this.passes.each(
      {
        name: `outbox-${this.database.service}`,
        failure: 'a message of the outbox cannot be presented',
        about: ({ organization_id, id, type }) => ({ organization_id, message_id: id, type }),
        park: (row, error, tries) => this.park(row, error, tries),
      },
      [...this.held.values()],
      (row) => {
        toMessage(row);
        this.held.delete(row.key);
        return Promise.resolve();
      },
    );
  }

  /** The test clock of its organization waits for it no longer. */
  private async park(row: OutboxRow, error: unknown, tries: number): Promise<void> {
    const { service, schema } = this.database;
    await this.database.tenant(row.organization_id, async (transaction) => {
      await this.parked.park(transaction, {
        service,
        kind: 'outbox',
        organizationId: row.organization_id,
        key: row.id,
        payload: { ...row, sequence: String(row.sequence), occurred_at: String(row.occurred_at) },
        tries,
        ...parkedReasonOf(error),
      });
      await sql`delete from platform.in_flight
        where organization_id = ${row.organization_id} and id like ${`${row.id}-%`}`.execute(transaction);
      await sql`delete from ${sql.table(`${schema}.outbox`)} where sequence = ${String(row.sequence)}::bigint`.execute(
        transaction,
      );
    });
    this.held.delete(row.key);
  }

  /** A later release may be able to present it. */
  private async retry({ payload }: ParkedRow): Promise<void> {
    const { occurred_at: at, ...row } = payload as Omit<OutboxRow, 'occurred_at'> & { occurred_at: string };
    await this.transport.publish(this.database.service, [toMessage({ ...row, occurred_at: new Date(at) })]);
  }
}
