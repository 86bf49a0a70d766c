import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import type { Message, ServiceName } from '@tollgate/contracts';
import type { MessageHandlers } from './handlers.js';

/** Carries published messages to the services that handle them. */
export abstract class MessageTransport extends Server implements CustomTransportStrategy {
  constructor(protected readonly handlers: MessageHandlers) {
    super();
  }

  /** Whether each key is handed over by itself, since that takes as long as its handlers do. */
  readonly keyByKey: boolean = false;

  /** Hands over messages of one service, in order. Resolves when they are safe with the transport, or parked. */
  abstract publish(producer: ServiceName, messages: Message[]): Promise<void>;
  /** Throws when the transport cannot take messages now. */
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
