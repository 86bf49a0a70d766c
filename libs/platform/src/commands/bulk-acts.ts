import type {
  BodyInput,
  BulkActArguments,
  BulkActName,
  BulkActsOf,
  CommandRequest,
  PerformedAct,
  ServiceName,
} from '@tollgate/contracts';
import type { Database } from '../database/database.js';
import { isDatabaseUnavailable } from '../database/errors.js';
import type { Repetition } from '../database/repetition.js';
import { ApiError, LostToAnotherWrite, Unavailable } from '../errors/api-errors.js';
import { groupBy } from '../grouping.js';
import type { Logger } from '../observability/logger.js';
import { currentContext, inContext } from '../observability/request-context.js';
import type { CommandBus } from './command-bus.js';

/** A record on which an act is done, with the arguments of the act. */
export interface BulkActOn<Name extends BulkActName> {
  organizationId: string;
  id: string;
  arguments: BodyInput<BulkActArguments<Name>>;
  /** The transaction that changes the record stores this key, as `createOnce` does: so the act happens once. */
  once: Repetition;
}

/** Does an act on a record, as the call of the act does. */
export interface BulkActPerformer<Name extends BulkActName> {
  /** Those of the records that are as the act would leave them; absent: the act is always done. */
  alreadySo?(on: {
    organizationId: string;
    ids: string[];
    arguments: BodyInput<BulkActArguments<Name>>;
  }): Promise<ReadonlySet<string>>;
  /** @throws the errors of the call */
  perform(on: BulkActOn<Name>): Promise<unknown>;
}

/** The performers of the acts of a service, by the name of the act: one that is missing does not compile. */
export type BulkActPerformers<Service extends ServiceName> = {
  [Name in BulkActsOf<Service>]: BulkActPerformer<Name>;
};

type AnyPerformer = BulkActPerformer<BulkActName>;
type Request = CommandRequest<'bulk_act.perform'>;
type Acted = Request['records'][number];

/** Customers whose records a command acts on at the same time. */
const parallelCustomers = 3;

interface Host {
  commands: CommandBus;
  database: Database;
  logger: Logger;
}

/**
 * Performs the acts on many records that a service owns (invoices, section 15). The records of one customer follow one
 * another in their order. A refusal ends the act of its record alone.
 */
export function serveBulkActs<Service extends ServiceName>(
  host: Host,
  service: Service,
  performers: BulkActPerformers<Service>,
): void {
  const known = new Map(Object.entries(performers as unknown as Record<string, AnyPerformer>));
  host.commands.handle(service, 'bulk_act.perform', (request) => {
    const performer = known.get(request.act);
    if (!performer) throw new Error(`${service} performs no ${request.act}`);
    const context = { requestId: currentContext()?.requestId ?? null, organizationId: request.organization_id };
    return inContext({ ...context, actor: request.actor }, async () => ({
      results: await new Batch(host, performer, request).run(),
    }));
  });
}

/** The records of one command. */
class Batch {
  constructor(
    private readonly host: Host,
    private readonly performer: AnyPerformer,
    private readonly request: Request,
  ) {}

  async run(): Promise<PerformedAct[]> {
    const { records } = this.request;
    const done = await this.doneAmong(records);
    const waiting = records.filter(({ id }) => !done.has(id));
    const already = await this.alreadySo(waiting);
    // A process that was killed may have finished its transaction between the two.
    const doneMeanwhile = already.size > 0 ? await this.doneAmong(records) : done;
    const results = records
      .filter(({ id }) => doneMeanwhile.has(id) || already.has(id))
      .map(({ id }) => plain(id, doneMeanwhile.has(id) ? 'done' : 'skipped'));
    const settled = new Set(results.map(({ id }) => id));
    const left = [
      ...groupBy(
        waiting.filter(({ id }) => !settled.has(id)),
        ({ customer_id }) => customer_id,
      ).values(),
    ];
    const lane = async () => {
      for (let customer = left.shift(); customer; customer = left.shift())
        for (const record of customer) results.push(await this.act(record));
    };
    await Promise.all(Array.from({ length: parallelCustomers }, lane));
    return results;
  }

  private async act(record: Acted): Promise<PerformedAct> {
    const { organization_id: organizationId, arguments: values } = this.request;
    const once: Repetition = { header: '', key: this.keyOf(record), body: '', storesAnswer: false };
    try {
      await this.performer.perform({ organizationId, id: record.id, arguments: values, once });
      return plain(record.id, 'done');
    } catch (error) {
      // The same act may run elsewhere, since its job was taken for dead: then it is refused here, and yet done.
      const isDone = await this.doneAmong([record]).then(
        (done) => done.has(record.id),
        () => false,
      );
      return isDone ? plain(record.id, 'done') : this.failed(record, error);
    }
  }

  private failed({ id }: Acted, error: unknown): PerformedAct {
    if (isRefusal(error)) {
      const details = error.body['error_details'];
      const isRecord = details !== null && typeof details === 'object' && !Array.isArray(details);
      return { id, outcome: 'refused', error_code: error.message, error_details: isRecord ? { ...details } : null };
    }
    const { bulk_act_id, act } = this.request;
    this.host.logger.warn('an act on a record failed; it is tried again', { bulk_act_id, act, record_id: id, error });
    return plain(id, 'later');
  }

  private async alreadySo(records: Acted[]): Promise<ReadonlySet<string>> {
    if (!this.performer.alreadySo || records.length === 0) return new Set();
    const { organization_id: organizationId, arguments: values } = this.request;
    return this.performer.alreadySo({ organizationId, ids: records.map(({ id }) => id), arguments: values });
  }

  /** The identifiers of those records on which the act is done. */
  private async doneAmong(records: Acted[]): Promise<Set<string>> {
    const keys = new Map(records.map((record) => [this.keyOf(record), record.id]));
    const done = await this.host.database.doneUnder(this.request.organization_id, [...keys.keys()]);
    return new Set([...done].map((key) => keys.get(key) as string));
  }

  private keyOf({ id }: Acted): string {
    return `bulk_act.perform/${this.request.bulk_act_id}/${id}`;
  }
}

const plain = (id: string, outcome: PerformedAct['outcome']): PerformedAct => ({
  id,
  outcome,
  error_code: null,
  error_details: null,
});

/** Whether an error is the answer of the call for this record, and no disturbance that passes. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status < 500 &&
  !(error instanceof Unavailable || error instanceof LostToAnotherWrite || isDatabaseUnavailable(error));
