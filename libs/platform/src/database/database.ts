import type { Instant } from '../time/clock.js';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { schemaOf, type Message, type MessagePayload, type MessageType, type ServiceName } from '@tollgate/contracts';
import { ValidationFailed } from '../errors/api-errors.js';
import { groupBy } from '../grouping.js';
import { isId, newId } from '../ids.js';
import { currentContext } from '../observability/request-context.js';
import { currentTraceparent, inSpan, isTracing } from '../observability/tracing/tracing.js';
import { recordStatement } from './statement-spans.js';
import { appendAllToOutbox, appendToOutbox, type Origin, type OutboxEntry } from './outbox.js';
import { storeAnswer, storedKeys, reserveAnswer } from './command-answers.js';
import { markAllHandled, markHandled } from './inbox.js';
import type { Connections } from './connections.js';
import type { Repetition, StoredRepetition } from './repetition.js';
import { ConnectionShares } from './connection-shares.js';
import { insideTransaction, isTransactionOpen } from './open-transaction.js';
import { alone, SessionLock } from './session-lock.js';
import { sharedStatement } from './shared-statements.js';
import { everyTenantRoleOf, type SchemaName } from './tenancy.js';
import type { IdentifiedEntry, TenantTransaction, Transaction } from './transaction.js';

type Work<T> = (transaction: Transaction) => Promise<T>;
type TenantWork<T> = (transaction: TenantTransaction) => Promise<T>;
type Wake = (organizationId: string | undefined) => void;

/**
 * A service's access to PostgreSQL. Every statement runs in a transaction that carries its tenant; appended messages
 * commit with it.
 */
export abstract class Database {
  readonly schema: SchemaName;
  private readonly kysely: Kysely<Record<never, never>>;
  private readonly wakes: Wake[] = [];
  private readonly appended = new WeakSet<object>();
  private readonly shares: ConnectionShares;

  protected constructor(
    private readonly connections: Connections,
    readonly service: ServiceName | 'platform',
  ) {
    this.schema = service === 'platform' ? 'platform' : schemaOf(service);
    const { schema } = this;
    this.shares = new ConnectionShares(connections.shareOfOne);
    this.kysely = new Kysely({
      dialect: new PostgresDialect({ pool: connections.poolOf(schema) }),
      ...(isTracing() ? { log: (event) => recordStatement(schema, event) } : {}),
    });
  }

  /** Runs a transaction of one organization. Row-level security limits it to that organization's rows. */
  async tenant<T>(organizationId: string, work: TenantWork<T>): Promise<T> {
    if (!isId(organizationId)) throw new Error(`Not an organization id: ${organizationId}`);
    const run = () =>
      this.transaction(`set local app.organization_id = '${organizationId}'`, (transaction) =>
        work(this.ofTenant(transaction, organizationId)),
      );
    // A nested transaction already has a slot; it would wait for itself.
    return isTransactionOpen() ? run() : this.shares.within(organizationId, run);
  }

  /** Runs a transaction over all organizations: for authentication, relays and the search for due work only. */
  async everyTenant<T>(work: Work<T>): Promise<T> {
    return this.transaction(`set local role ${everyTenantRoleOf(this.schema)}`, work);
  }

  /** Runs a statement without tenant, to check that the database answers. */
  async ping(): Promise<void> {
    await sql`select 1`.execute(this.kysely);
  }

  /** Takes a lock of the whole installation, outside of any transaction; null when another process holds it. */
  async tryLock(name: string): Promise<SessionLock | null> {
    const { connections, schema } = this;
    return SessionLock.take(
      connections.isBehindPooler ? connections.lockPoolOf(schema) : connections.poolOf(schema),
      name,
    );
  }

  /** Runs work that excludes other work of its name, outside of any transaction. @throws Unavailable after minutes */
  async alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    return alone(this.connections.lockPoolOf(this.schema), name, work);
  }

  /** Does a message's work exactly once: its effects and the inbox entry are one transaction. */
  async handleOnce(message: Message, work: TenantWork<void>): Promise<void> {
    await this.tenant(message.organization_id, async (transaction) => {
      if (await markHandled(transaction, this.schema, message)) await work(transaction);
    });
  }

  /** Handles messages of one organization once; `work` receives the unhandled ones, in their order. */
  async handleAllOnce<M extends Message>(
    messages: M[],
    work: (transaction: TenantTransaction, fresh: M[]) => Promise<void>,
  ): Promise<void> {
    const [first] = messages;
    if (!first) return;
    await this.tenant(first.organization_id, async (transaction) => {
      const fresh = await markAllHandled(transaction, this.schema, messages);
      await work(
        transaction,
        messages.filter(({ id }) => fresh.has(id)),
      );
    });
  }

  /**
   * Does a command's work exactly once: its effects and its answer are one transaction. A repetition under the same
   * key, even a concurrent one, returns the same answer. Failed work leaves no trace.
   */
  async answerOnce<A extends object>(organizationId: string, key: string, work: TenantWork<A>): Promise<A> {
    return this.tenant(organizationId, async (transaction) => {
      const storedAnswer = await reserveAnswer(transaction, this.schema, key);
      if (storedAnswer) return storedAnswer as A;
      const answer = await work(transaction);
      await storeAnswer(transaction, this.schema, key, answer);
      return answer;
    });
  }

  /**
   * Does the work of a call, exactly once for the key under which it may be repeated. A repetition, even a concurrent
   * one, returns the first answer. Refused work leaves the key free.
   * @param repetition undefined for a call without a key: every such call does the work
   * @param work returns JSON, as it is stored with the key
   * @throws ValidationFailed for a key of another body, or of an answer that may not be stored
   */
  async createOnce<A>(organizationId: string, repetition: Repetition | undefined, work: TenantWork<A>): Promise<A> {
    if (!repetition) return this.tenant(organizationId, work);
    const { key, body, storesAnswer } = repetition;
    const done: { answer: A }[] = [];
    const stored = await this.answerOnce<StoredRepetition>(organizationId, key, async (transaction) => {
      const answer = await work(transaction);
      done.push({ answer });
      return { body, answer: storesAnswer ? answer : null };
    });
    const [own] = done;
    if (own) return own.answer;
    if (stored.answer === null || stored.body !== body)
      throw new ValidationFailed({ idempotency_key: ['value_already_exist'] });
    return stored.answer as A;
  }

  /**
   * The identifier of the object that a call creates, the same for its repetitions. Work that sends it to another service
   * before its own transaction may be cut off in between: a repetition continues there.
   */
  async createdId(organizationId: string, repetition: Repetition | undefined): Promise<string> {
    if (!repetition) return newId();
    const key = `${repetition.key} ${repetition.body}`;
    return (await this.answerOnce(organizationId, key, () => Promise.resolve({ id: newId() }))).id;
  }

  /** Those of the keys under which the work of a command or a call is done. */
  async doneUnder(organizationId: string, keys: readonly string[]): Promise<Set<string>> {
    return this.tenant(organizationId, (transaction) => storedKeys(transaction, this.schema, keys));
  }

  /** Calls `wake` after each commit that wrote messages, with their organization. */
  onAppended(wake: Wake): void {
    this.wakes.push(wake);
  }

  private ofTenant(transaction: Transaction, organizationId: string): TenantTransaction {
    const { schema, appended } = this;
    return Object.assign(transaction, {
      organizationId,
      async append<T extends MessageType>(type: T, key: string, payload: MessagePayload<T>, occurredAt: Instant) {
        await inSpan(`send ${type}`, { kind: 'producer', attributes: sending(type) }, () =>
          appendShared(transaction, { schema, organizationId, type, key, payload, occurredAt, ...origin() }),
        );
        appended.add(transaction);
      },
      async appendAll<T extends MessageType>(type: T, entries: IdentifiedEntry<MessagePayload<T>>[]) {
        if (entries.length === 0) return;
        const attributes = { ...sending(type), 'messaging.batch.message_count': entries.length };
        await inSpan(`send ${type}`, { kind: 'producer', attributes }, () =>
          appendAllToOutbox(transaction, schema, organizationId, type, entries, origin()),
        );
        appended.add(transaction);
      },
    });
  }

  /** @param scope the statement that limits the transaction to its rows */
  private async transaction<T>(scope: string, work: Work<T>): Promise<T> {
    const opening = `${this.connections.beginOf(this.schema)}; ${scope}`;
    return this.kysely.connection().execute(async (connection) => {
      try {
        await sql.raw(opening).execute(connection);
        const result = await insideTransaction(() => work(connection));
        await sql.raw('commit').execute(connection);
        if (this.appended.delete(connection)) this.wakes.forEach((wake) => wake(organizationOf(connection)));
        return result;
      } catch (error) {
        this.appended.delete(connection);
        await sql
          .raw('rollback')
          .execute(connection)
          .catch(() => undefined);
        throw error;
      }
    });
  }
}

const organizationOf = (transaction: Transaction): string | undefined =>
  (transaction as Partial<TenantTransaction>).organizationId;

const origin = (): Origin => ({
  requestId: currentContext()?.requestId ?? null,
  actor: currentContext()?.actor,
  traceparent: currentTraceparent(),
});

/** Batches the messages that one transaction appends concurrently; each key retains its order. */
const appendShared = sharedStatement(
  async (transaction: Transaction, entries: (OutboxEntry & { schema: SchemaName })[]): Promise<void[]> => {
    const [only] = entries;
    if (only && entries.length === 1) await appendToOutbox(transaction, only.schema, only);
    else {
      for (const [first, ...others] of groupBy(entries, ({ type }) => type).values() as Iterable<Entries>) {
        const { schema, organizationId, type, requestId, actor, traceparent } = first;
        const identified = [first, ...others].map((entry) => ({ ...entry, id: newId() }));
        await appendAllToOutbox(transaction, schema, organizationId, type, identified, {
          requestId,
          actor,
          traceparent,
        });
      }
    }
    return entries.map(() => undefined);
  },
);
type Entries = [OutboxEntry & { schema: SchemaName }, ...(OutboxEntry & { schema: SchemaName })[]];

const sending = (type: MessageType) => ({
  'messaging.system': 'tollgate',
  'messaging.operation.type': 'send',
  'messaging.destination.name': type,
});
