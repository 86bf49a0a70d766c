import { Injectable } from '@nestjs/common';
import {
  bulkActKindOf,
  bulkActKinds,
  type BulkAct,
  type BulkActCreate,
  type BulkActFilters,
  type BulkActResult,
  type BulkActResultFilters,
  type Meta,
} from '@tollgate/contracts';
import {
  Clock,
  CommandBus,
  currentContext,
  isId,
  Jobs,
  newId,
  NotAllowed,
  NotFound,
  ValidationFailed,
  withPrefetchedCommands,
  type Repetition,
  type Rights,
  type Tenant,
  type TenantTransaction,
} from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { insertRecords, listRecords, moveRecords } from './bulk-act-records.repository.js';
import { maySee, readRequest, requireAct } from './bulk-act-requests.js';
import { isUnfinished } from './bulk-act-states.js';
import { presentBulkAct, presentBulkActResult } from './bulk-act.presenter.js';
import {
  countUnfinished,
  findBulkAct,
  insertBulkAct,
  listBulkActs,
  lockBulkAct,
  updateBulkAct,
  type BulkActRow,
} from './bulk-acts.repository.js';
import { selectRecords } from './record-selection.js';

/** Acts of an organization that go on at once. */
const mostUnfinished = 5;

/** Acts on many records as jobs: their requests, their progress and their accounts (invoices, section 15). */
@Injectable()
export class BulkActsService {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Starts an act. The filters select its records now, and later changes do not matter.
   * @param repetition the key under which the caller may repeat the call
   * @throws Forbidden for an act that the caller may not do
   * @throws ValidationFailed for wrong filters or arguments, another number of records than expected, and too many acts
   */
  async create(
    caller: Tenant,
    input: BulkActCreate,
    may: Rights,
    repetition: Repetition | undefined,
  ): Promise<BulkAct> {
    const { organizationId } = caller;
    const requested = readRequest(input, may);
    const now = await this.clock.now(organizationId);
    const ids = new Set(input.ids?.map((id) => id.toLowerCase()));
    const expected = requested.filters
      ? ({ field: 'expected_count', count: input.expected_count ?? 0 } as const)
      : ({ field: 'ids', count: ids.size } as const);
    const made = await withPrefetchedCommands(this.commands, (sender) =>
      this.database.createOnce(organizationId, repetition, async (transaction) => {
        await refuseTooMany(transaction);
        const records = await selectRecords(sender, requested, { organizationId, expected, now });
        const row = await insertBulkAct(transaction, {
          id: newId(),
          organization_id: organizationId,
          act: requested.kind.name,
          filters: requested.filters && JSON.stringify(requested.filters),
          arguments: JSON.stringify(requested.arguments),
          status: 'pending',
          records_total: records.length,
          records_waiting: records.length,
          created_at: new Date(now),
          ...requestedBy(caller),
        });
        await insertRecords(transaction, row.id, records);
        return presentBulkAct(row);
      }),
    );
    await this.queue(organizationId, made.svc_id);
    return made;
  }

  /** Lists the acts whose records the caller may list. */
  async list(
    organizationId: string,
    { act, resource_type: resource, ...filters }: BulkActFilters,
    may: Rights,
  ): Promise<{ bulk_acts: BulkAct[]; meta: Meta }> {
    const kinds = bulkActKinds.filter(
      (kind) =>
        maySee(may, kind) && (act ?? kind.name) === kind.name && (resource ?? kind.records.name) === kind.records.name,
    );
    const names = kinds.map(({ name }) => name);
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listBulkActs(transaction, filters, names);
      return { bulk_acts: rows.map(presentBulkAct), meta };
    });
  }

  /** @throws NotFound, also for an act whose records the caller may not list */
  async read(organizationId: string, id: string, may: Rights): Promise<BulkAct> {
    return this.database.tenant(organizationId, async (transaction) =>
      presentBulkAct(seen(await findOrNone(transaction, id), may)),
    );
  }

  /** Lists what became of each record. @throws NotFound */
  async results(
    organizationId: string,
    id: string,
    filters: BulkActResultFilters,
    may: Rights,
  ): Promise<{ bulk_act_results: BulkActResult[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = seen(await findOrNone(transaction, id), may);
      const { rows, meta } = await listRecords(transaction, row.id, filters);
      return { bulk_act_results: rows.map(presentBulkActResult), meta };
    });
  }

  /** Stops an act before its next records; repeated, it changes nothing. @throws NotFound, NotAllowed after its end */
  async stop(organizationId: string, id: string, may: Rights): Promise<BulkAct> {
    const row = await this.change(organizationId, id, may, (transaction, act) => {
      if (!isUnfinished(act)) throw new NotAllowed('bulk_act_has_ended');
      return updateBulkAct(transaction, act.id, { status: 'stopping' });
    });
    await this.queue(organizationId, id);
    return presentBulkAct(row);
  }

  /**
   * Acts again on the records that were refused, on behalf of this caller.
   * @throws NotFound; NotAllowed before its end, and without refused records; ValidationFailed for too many acts
   */
  async retry(caller: Tenant, id: string, may: Rights): Promise<BulkAct> {
    const { organizationId } = caller;
    const row = await this.change(organizationId, id, may, async (transaction, act) => {
      if (isUnfinished(act)) throw new NotAllowed('bulk_act_has_not_ended');
      if (act.records_refused === 0) throw new NotAllowed('no_refused_records');
      await refuseTooMany(transaction);
      const waiting = await moveRecords(transaction, act.id, 'refused', 'waiting');
      return updateBulkAct(transaction, act.id, {
        status: 'pending',
        stop_reason: null,
        records_waiting: waiting,
        records_refused: act.records_refused - waiting,
        completed_at: null,
        ...requestedBy(caller),
      });
    });
    await this.queue(organizationId, id);
    return presentBulkAct(row);
  }

  /** Queues the job of an act; it is the same job, however often it is queued. */
  async queue(organizationId: string, id: string): Promise<void> {
    const request_id = currentContext()?.requestId ?? null;
    await this.jobs.add('bulk-act', { organization_id: organizationId, request_id, bulk_act_id: id }, { id });
  }

  private async change(
    organizationId: string,
    id: string,
    may: Rights,
    work: (transaction: TenantTransaction, row: BulkActRow) => Promise<BulkActRow>,
  ): Promise<BulkActRow> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = seen(isId(id) ? await lockBulkAct(transaction, id) : undefined, may);
      requireAct(may, bulkActKindOf(row.act));
      return work(transaction, row);
    });
  }
}

const findOrNone = (transaction: TenantTransaction, id: string): Promise<BulkActRow | undefined> =>
  isId(id) ? findBulkAct(transaction, id) : Promise.resolve(undefined);

/** @throws NotFound for an unknown act, and for one whose records the caller may not list */
function seen(row: BulkActRow | undefined, may: Rights): BulkActRow {
  if (!row || !maySee(may, bulkActKindOf(row.act))) throw new NotFound('bulk_act');
  return row;
}

async function refuseTooMany(transaction: TenantTransaction): Promise<void> {
  if ((await countUnfinished(transaction)) >= mostUnfinished)
    throw new ValidationFailed({ base: ['too_many_bulk_acts'] });
}

/** The caller on whose behalf the act is done. */
const requestedBy = ({ apiKeyId, member }: Tenant) => ({
  api_key_id: apiKeyId,
  user_id: member?.userId ?? null,
  request_id: currentContext()?.requestId ?? null,
});
