import type { Message, ServiceName } from '@tollgate/contracts';
import { MessageTransport } from './transport.js';

/**
 * Messages inside one process: published means handled. The outbox is the queue; what is not handled when the process
 * stops is published again at the next start.
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
