import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { messages as contracts, type Message, type MessageType, type ServiceName } from '@tollgate/contracts';
import { lastValueFrom, isObservable } from 'rxjs';
import { ZodError } from 'zod';
import { isDatabaseUnavailable } from '../database/errors.js';
import { Unavailable } from '../errors/api-errors.js';
import { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { inContext } from '../observability/request-context.js';
import { inSpan } from '../observability/tracing/tracing.js';
import { PlatformDatabase } from '../database/platform-database.js';
import { Parked } from '../parked/parked.js';
import { parkedReasonOf } from '../parked/parked-reason.js';
import { clearInFlight } from './in-flight.js';
import { DataRefused } from '../usage-store/usage-store-errors.js';
import { hasStoredContent, withContent } from '../database/message-contents.js';
import { Semaphore } from '../batching/semaphore.js';

/**
 * Marks a controller's method as a service's handler of one or several message types. The method takes the message
 * (`Message<'invoice.created'>`) and does its work through `database.handleOnce`.
 */
export const OnMessage = (
  types: MessageType | readonly MessageType[],
  consumer: ServiceName,
  options: HandlingOptions = {},
): MethodDecorator => EventPattern(types as string | string[], undefined, { consumer, ...options });

export interface HandlingOptions {
  /** The handler batches concurrent messages: many may be in it, without a connection each. */
  inSets?: boolean;
}

type Callback = (data: unknown, context: unknown) => Promise<unknown>;
interface Registered extends HandlingOptions {
  consumer: ServiceName;
  callback: Callback;
}

const maximumTries = 12;
/** Waiting does not repair a message's invalid content. */
const maximumTriesOfWrongContent = 4;
/** Concurrent handlers of one service; a handler that waits for its next try does not count. */
const concurrency = 8;
/** The same for handlers that batch their work. */
const concurrencyInSets = 200;
const waitBeforeTry = (attempt: number) => Math.min(50 * 2 ** attempt, 15_000);

/** Registers this process's message handlers and dispatches messages to them. Every transport uses it. */
@Injectable()
export class MessageHandlers implements OnModuleDestroy {
  private readonly byType = new Map<string, Registered[]>();
  private readonly semaphores = new Map<string, Semaphore>();
  private readonly goingDown = new AbortController();

  constructor(
    private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly database: PlatformDatabase,
    private readonly parked: Parked,
  ) {}

  register(type: string, consumer: ServiceName, callback: Callback, { inSets = false }: HandlingOptions = {}): void {
    if (!this.consumers().has(consumer)) {
      this.parked.register(consumer, 'message', {
        retry: ({ payload }) => this.dispatch(consumer, payload as Message),
      });
    }
    this.byType.set(type, [...(this.byType.get(type) ?? []), { consumer, callback, inSets }]);
  }

  /** Runs first on shutdown: failed messages are not retried, and the transports continue at once. */
  onModuleDestroy(): void {
    this.goingDown.abort();
  }

  types(): string[] {
    return [...this.byType.keys()];
  }

  consumersOf(type: string): ServiceName[] {
    return (this.byType.get(type) ?? []).map(({ consumer }) => consumer);
  }

  /**
   * Dispatches a message to its handlers in this process. A failing handler is retried with growing waits. After its
   * last try the message is parked, so that later messages can proceed.
   * @param stopped whether the process is stopping; then the message is left for the next start
   */
  async handle(message: Message, stopped: () => boolean, only?: ServiceName): Promise<void> {
    const handlers = (this.byType.get(message.type) ?? []).filter(({ consumer }) => !only || consumer === only);
    for (const handler of handlers) {
      await inContext({ requestId: message.request_id, organizationId: message.organization_id }, () =>
        this.tryUntilDone(message, handler, stopped),
      );
    }
  }

  private async tryUntilDone(
    message: Message,
    { consumer, callback, inSets = false }: Registered,
    stopped: () => boolean,
  ): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.semaphoreOf(consumer, inSets).run(() =>
          processing(message, consumer, async () => call(callback, await this.complete(message))),
        );
        this.metrics.messagesHandled.inc({ type: message.type, consumer, outcome: 'done' });
        return;
      } catch (error) {
        if (stopped() || this.goingDown.signal.aborted) throw error;
        this.logger.warn('message handler failed', {
          type: message.type,
          message_id: message.id,
          consumer,
          attempt,
          error,
        });
        // Unavailable backends come back; a message is parked only for its own errors.
        if (attempt >= triesOf(error)) {
          this.metrics.messagesHandled.inc({ type: message.type, consumer, outcome: 'parked' });
          await this.park(message, consumer, error, attempt);
          return;
        }
        await sleep(waitBeforeTry(attempt), undefined, { signal: this.goingDown.signal }).catch(() => undefined);
      }
    }
  }

  /** Retries a parked message once; the inbox shows whether it was handled meanwhile. */
  private async dispatch(consumer: ServiceName, message: Message): Promise<void> {
    const handlers = (this.byType.get(message.type) ?? []).filter((handler) => handler.consumer === consumer);
    if (handlers.length === 0) throw new Error(`${consumer} has no handler for ${message.type}`);
    await processing(message, consumer, async () => {
      const complete = await this.complete(message);
      for (const { callback } of handlers) await call(callback, complete);
    });
    this.metrics.messagesHandled.inc({ type: message.type, consumer, outcome: 'done' });
  }

  private async park(message: Message, consumer: ServiceName, error: unknown, tries: number): Promise<void> {
    const organizationId = message.organization_id;
    await this.database.tenant(organizationId, async (transaction) => {
      const item = {
        service: consumer,
        kind: 'message',
        organizationId,
        key: message.id,
        payload: message,
        tries,
        ...parkedReasonOf(error),
      };
      await this.parked.park(transaction, item);
      await clearInFlight(transaction, `${message.id}-${consumer}`);
    });
  }

  /** Parks a message that the transport refuses, for each of its consumers; their handlers can then retry it. */
  async parkRefused(message: Message, error: unknown): Promise<void> {
    for (const consumer of contracts[message.type].consumers) await this.park(message, consumer, error, 1);
  }

  /** Loads a message's content, where that was too large to travel. */
  private async complete(message: Message): Promise<Message> {
    if (!hasStoredContent(message)) return message;
    return this.database.tenant(message.organization_id, (transaction) => withContent(transaction, message));
  }

  private semaphoreOf(consumer: ServiceName, inSets: boolean): Semaphore {
    const name = `${consumer} ${inSets}`;
    const semaphores = this.semaphores.get(name) ?? new Semaphore(inSets ? concurrencyInSets : concurrency);
    this.semaphores.set(name, semaphores);
    return semaphores;
  }

  private consumers(): Set<ServiceName> {
    return new Set([...this.byType.values()].flat().map(({ consumer }) => consumer));
  }
}

function triesOf(error: unknown): number {
  if (error instanceof Unavailable || isDatabaseUnavailable(error)) return Infinity;
  return isWrongContent(error) ? maximumTriesOfWrongContent : maximumTries;
}

/** PostgreSQL's class 22: a value has an invalid form. */
const isWrongContent = (error: unknown) =>
  error instanceof ZodError ||
  error instanceof DataRefused ||
  (error instanceof Error && /^22[0-9A-Z]{3}$/.test(String((error as { code?: unknown }).code)));

/** Runs one try of a message, in the trace of its writer. */
const processing = (
  { id, type, traceparent }: Message,
  consumer: ServiceName,
  work: () => Promise<void>,
): Promise<void> =>
  inSpan(
    `process ${type}`,
    {
      kind: 'consumer',
      attributes: {
        'messaging.system': 'tollgate',
        'messaging.operation.type': 'process',
        'messaging.destination.name': type,
        'messaging.consumer.group.name': consumer,
        'messaging.message.id': id,
      },
      parent: { traceparent },
    },
    work,
  );

async function call(callback: Callback, message: Message): Promise<void> {
  const result = await callback(message, {});
  if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
}
