import type { Message, ServiceName } from '@tollgate/contracts';
import { MessageTransport } from './transport.js';

const parallelKeys = 16;

/**
 * Messages inside one process: published means handled. The outbox is the queue; what is not handled when the process
 * stops is published again at the next start.
 */
export class LocalTransport extends MessageTransport {
  private stopping = false;

  listen(callback: () => void): void {
    callback();
  }

  close(): void {
    this.stopping = true;
  }

  async ping(): Promise<void> {}

  async publish(_producer: ServiceName, messages: Message[]): Promise<void> {
    const byKey = new Map<string, Message[]>();
    for (const message of messages) byKey.set(message.key, [...(byKey.get(message.key) ?? []), message]);
    const queues = [...byKey.values()];
    const worker = async () => {
      for (let queue = queues.shift(); queue; queue = queues.shift()) {
        for (const message of queue) await this.handlers.handle(message, () => this.stopping);
      }
    };
    await Promise.all(Array.from({ length: Math.min(parallelKeys, queues.length) }, worker));
  }
}
