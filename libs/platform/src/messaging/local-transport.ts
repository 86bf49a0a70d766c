import type { Message, ServiceName } from '@tollgate/contracts';
import { MessageTransport } from './transport.js';

/**
 * Messages inside one process: `publish` handles them. The outbox is the queue; after a stop, the next start publishes
 * unhandled messages again.
 */
export class LocalTransport extends MessageTransport {
  override readonly keyByKey = true;
  private stopping = false;

  listen(callback: () => void): void {
    callback();
  }

  close(): void {
    this.stopping = true;
  }

  async ping(): Promise<void> {}

  async publish(_producer: ServiceName, messages: Message[]): Promise<void> {
    for (const message of messages) await this.handlers.handle(message, () => this.stopping);
  }
}
