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
 * Marks a controller's method as the handler of a message type, or of several, for a service. It takes the message
 * (`Message<'invoice.created'>`) and does its work through `database.handleOnce`.
 */
export const OnMessage = (
  types: MessageType | readonly MessageType[],
  consumer: ServiceName,
  options: HandlingOptions = {},
): MethodDecorator => EventPattern(types as string | string[], undefined, { consumer, ...options });

export interface HandlingOptions {
  /** The handler does what comes at the same time together: many messages may be in it, and cost no connection each. */
  inSets?: boolean;
}

type Callback = (data: unknown, context: unknown) => Promise<unknown>;
interface Registered extends HandlingOptions {
  consumer: ServiceName;
  callback: Callback;
}

const maximumTries = 12;
/** What is wrong with a message's own content does not become right by waiting. */
const maximumTriesOfWrongContent = 4;
/** Handlers of one service that work at a time; one that waits for its next try is not among them. */
const concurrency = 8;
/** The same of handlers that do their work in sets. */
const concurrencyInSets = 200;
const waitBeforeTry = (attempt: number) => Math.min(50 * 2 ** attempt, 15_000);

/** The message handlers of this process, and how a message is given to them. Used by every transport. */
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
      this.parked.register(consumer, 'message', { retry: ({ payload }) => this.dispatch(consumer, payload as Message) });
    }
    this.byType.set(type, [...(this.byType.get(type) ?? []), { consumer, callback, inSets }]);
  }

  /** The first thing that a stop does: a message that fails is not tried again, whoever waits for it goes on at once. */
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
   * Gives a message to its handlers in this process. A handler that fails is tried again with growing waits; one that
   * goes on failing has its message parked, so that it does not hold up those behind it.
   * @param stopped tells that the process is going down; then the message is left for the next start
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
        // What is away comes back; a message is given up only for what is wrong with itself.
        if (attempt >= triesOf(error)) {
          this.metrics.messagesHandled.inc({ type: message.type, consumer, outcome: 'parked' });
          await this.park(message, consumer, error, attempt);
          return;
        }
        await sleep(waitBeforeTry(attempt), undefined, { signal: this.goingDown.signal }).catch(() => undefined);
      }
    }
  }

  /** One try of a message that was parked; its mark in the inbox says whether it was done meanwhile. */
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

  /** A message that no transport takes is parked for each of its consumers, whose handlers can then take it from there. */
  async parkRefused(message: Message, error: unknown): Promise<void> {
    for (const consumer of contracts[message.type].consumers) await this.park(message, consumer, error, 1);
  }

  /** The message with its content, where that was too large to travel. */
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

/** PostgreSQL's class 22: a value that has not the form that it must have. */
const isWrongContent = (error: unknown) =>
  error instanceof ZodError ||
  error instanceof DataRefused ||
  (error instanceof Error && /^22[0-9A-Z]{3}$/.test(String((error as { code?: unknown }).code)));

/** One try of a message, in the trace of what wrote it. */
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
