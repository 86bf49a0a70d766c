import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { Message, MessageType, ServiceName } from '@tollgate/contracts';
import { lastValueFrom, isObservable } from 'rxjs';
import { Unavailable } from '../http/errors.js';
import { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { inContext } from '../observability/request-context.js';
import { DeadLetters } from './dead-letters.js';

/**
 * Marks a controller's method as the handler of a message type, or of several, for a service. It takes the message
 * (`Message<'invoice.created'>`) and does its work through `database.handleOnce`.
 */
export const OnMessage = (types: MessageType | readonly MessageType[], consumer: ServiceName): MethodDecorator =>
  EventPattern(types as string | string[], undefined, { consumer });

type Callback = (data: unknown, context: unknown) => Promise<unknown>;
interface Registered {
  consumer: ServiceName;
  callback: Callback;
}

const maximumTries = 12;
const waitBeforeTry = (attempt: number) => Math.min(50 * 2 ** attempt, 15_000);

/** The message handlers of this process, and how a message is given to them. Used by every transport. */
@Injectable()
export class MessageHandlers implements OnModuleDestroy {
  private readonly byType = new Map<string, Registered[]>();
  private readonly goingDown = new AbortController();

  constructor(
    private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly deadLetters: DeadLetters,
  ) {}

  register(type: string, consumer: ServiceName, callback: Callback): void {
    this.byType.set(type, [...(this.byType.get(type) ?? []), { consumer, callback }]);
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
    for (const { consumer, callback } of handlers) {
      await inContext({ requestId: message.request_id, organizationId: message.organization_id }, () =>
        this.tryUntilDone(message, consumer, callback, stopped),
      );
    }
  }

  private async tryUntilDone(message: Message, consumer: ServiceName, callback: Callback, stopped: () => boolean): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await callback(message, {});
        if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
        this.metrics.messagesHandled.inc({ type: message.type, consumer, outcome: 'done' });
        return;
      } catch (error) {
        if (stopped() || this.goingDown.signal.aborted) throw error;
        this.logger.warn('message handler failed', { type: message.type, message_id: message.id, consumer, attempt, error });
        // What is away comes back; a message is given up only for what is wrong with itself.
        if (attempt >= maximumTries && !(error instanceof Unavailable)) {
          this.metrics.messagesHandled.inc({ type: message.type, consumer, outcome: 'parked' });
          await this.deadLetters.park(message, consumer, error);
          return;
        }
        await sleep(waitBeforeTry(attempt), undefined, { signal: this.goingDown.signal }).catch(() => undefined);
      }
    }
  }
}
