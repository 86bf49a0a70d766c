import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import type { Message, ServiceName } from '@tollgate/contracts';
import type { MessageHandlers } from './handlers.js';

/** Carries published messages to the services that handle them. */
export abstract class MessageTransport extends Server implements CustomTransportStrategy {
  constructor(protected readonly handlers: MessageHandlers) {
    super();
  }

  /** Whether each key is published separately, because publishing lasts as long as its handlers. */
  readonly keyByKey: boolean = false;

  /** Publishes messages of one service, in order. Resolves when the transport has stored or parked them. */
  abstract publish(producer: ServiceName, messages: Message[]): Promise<void>;
  /** Throws when the transport cannot accept messages now. */
  abstract ping(): Promise<void>;

  override addHandler(
    pattern: unknown,
    callback: MessageHandler,
    isEventHandler?: boolean,
    extras?: Record<string, unknown>,
  ): void {
    const consumer = extras?.['consumer'] as ServiceName | undefined;
    if (!isEventHandler || !consumer) throw new Error(`Not a message handler: ${String(pattern)}`);
    this.handlers.register(String(pattern), consumer, callback, { inSets: extras?.['inSets'] === true });
  }

  on(): void {}
  unwrap<T>(): T {
    return this as unknown as T;
  }
}
