import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { ParkedOutcome, ServiceName } from '@tollgate/contracts';
import { CommandBus } from '../commands/command-bus.js';
import { tablesOf, type TenantTransaction } from '../database/transaction.js';
import { PlatformDatabase } from '../database/platform-database.js';
import { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { inContext } from '../observability/request-context.js';
import { parkedReasonOf } from './parked-reason.js';
import { insertParked, type NewParkedItem, type ParkedRow, type ParkedTables } from './parked.tables.js';

/** How a service handles its parked items of one kind. */
export interface ParkedKind {
  /**
   * Retries an item; the item is deleted when this resolves. May run for work that is done already, and twice
   * concurrently.
   * @throws any error: the item stays parked with that error as its reason
   */
  retry(item: ParkedRow): Promise<void>;
  /** Cleans up after an operator discards an item. */
  discard?(item: ParkedRow): Promise<void>;
}

/**
 * Sets aside items that a service could not process in many attempts, with the reason, so that they block no other
 * work. Operators see them in `/admin/parked` and in the metric `tollgate_parked`, and retry or discard them.
 */
@Injectable()
export class Parked {
  private readonly kinds = new Map<ServiceName, Map<string, ParkedKind>>();

  constructor(
    private readonly database: PlatformDatabase,
    private readonly commands: CommandBus,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    metrics.onScrape(() => this.measure(metrics));
  }

  /** Registers how a service retries or discards its parked items of a kind. Called once, when the service starts. */
  register(service: ServiceName, kind: string, how: ParkedKind): void {
    const kinds = this.kinds.get(service) ?? this.listen(service);
    if (kinds.has(kind)) throw new Error(`${service} has registered its parked ${kind} twice`);
    kinds.set(kind, how);
  }

  /** Parks one item in the caller's tenant transaction; parking the same key again updates the same item. */
  async park(transaction: TenantTransaction, item: NewParkedItem): Promise<void> {
    await this.parkAll(transaction, [item]);
  }

  /** Parks many items in one statement. */
  async parkAll(transaction: TenantTransaction, items: NewParkedItem[]): Promise<void> {
    if (items.length === 0) return;
    await insertParked(transaction, items);
    for (const { service, kind, key, reason, details, organizationId } of items) {
      this.logger.error('parked', { parked_by: service, kind, key, reason, details, organization_id: organizationId });
    }
  }

  private listen(service: ServiceName): Map<string, ParkedKind> {
    const kinds = new Map<string, ParkedKind>();
    this.kinds.set(service, kinds);
    this.commands.handle(service, 'parked.retry', ({ organization_id: organizationId, id }) =>
      this.attempt(organizationId, id, 'retried', (how, item) => how.retry(item)),
    );
    this.commands.handle(service, 'parked.discard', ({ organization_id: organizationId, id }) =>
      this.attempt(organizationId, id, 'discarded', async (how, item) => how.discard?.(item)),
    );
    return kinds;
  }

  private async attempt(
    organizationId: string,
    id: string,
    what: 'retried' | 'discarded',
    work: (how: ParkedKind, item: ParkedRow) => Promise<void>,
  ): Promise<ParkedOutcome> {
    const item = await this.find(organizationId, id);
    if (!item) return { outcome: 'gone', reason: null };
    const { service, kind, key } = item;
    const how = this.kinds.get(service)?.get(kind);
    if (!how && what === 'retried') return { outcome: 'failed', reason: 'kind_is_not_registered' };
    try {
      if (how) await inContext({ requestId: id, organizationId }, () => work(how, item));
    } catch (error) {
      this.logger.warn(`parked item not ${what}`, { parked_by: service, kind, key, error });
      return { outcome: 'failed', reason: await this.failed(item, error) };
    }
    await this.remove(item);
    this.logger.warn(`parked item ${what}`, {
      parked_by: service,
      kind,
      key,
      reason: item.reason,
      organization_id: organizationId,
      parked_at: item.parked_at,
    });
    return { outcome: 'done', reason: null };
  }

  private find(organizationId: string, id: string): Promise<ParkedRow | undefined> {
    return this.database.tenant(organizationId, (transaction) =>
      tablesOf<ParkedTables>(transaction)
        .selectFrom('platform.parked')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst(),
    );
  }

  private async failed(item: ParkedRow, error: unknown): Promise<string> {
    const { reason, details } = parkedReasonOf(error);
    const { organization_id: organizationId, service, kind, key, payload } = item;
    await this.database.tenant(organizationId, (transaction) =>
      insertParked(transaction, [{ organizationId, service, kind, key, payload, reason, details }]),
    );
    return reason;
  }

  /** Deletes only the tried version: a concurrent attempt raises `tries`, and its item stays. */
  private async remove({ organization_id: organizationId, id, tries }: ParkedRow): Promise<void> {
    await this.database.tenant(organizationId, (transaction) =>
      tablesOf<ParkedTables>(transaction)
        .deleteFrom('platform.parked')
        .where('id', '=', id)
        .where('tries', '=', tries)
        .execute(),
    );
  }

  /** Counts the parked items of this process's services. */
  private async measure(metrics: Metrics): Promise<void> {
    const services = [...this.kinds.keys()];
    if (services.length === 0) return;
    const { rows } = await this.database.everyTenant((transaction) =>
      sql<{ service: ServiceName; kind: string; waiting: number; oldest_seconds: number }>`
        select service, kind, count(*)::int as waiting, extract(epoch from now() - min(parked_at))::float8 as oldest_seconds
        from platform.parked where service = any(${services}::text[]) group by service, kind
      `.execute(transaction),
    );
    metrics.parked.reset();
    metrics.parkedOldest.reset();
    for (const [service, kinds] of this.kinds)
      for (const kind of kinds.keys()) metrics.parked.set({ service, kind }, 0);
    for (const { service, kind, waiting, oldest_seconds: oldest } of rows) {
      metrics.parked.set({ service, kind }, waiting);
      metrics.parkedOldest.set({ service, kind }, oldest);
    }
  }
}
