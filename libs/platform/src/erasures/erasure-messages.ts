import { Controller, Inject, type Type } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { ErasingService, Message } from '@tollgate/contracts';
import type { Database } from '../database/database.js';
import { OnMessage } from '../messaging/handlers.js';
import { Erasures } from './erasures.js';

type Requests = 'customer.erasure_requested' | 'member.erasure_requested';

/** Creates the handler by which a service learns of a requested erasure, as a controller of its module. */
export function erasureMessagesOf(
  database: Type<Database>,
  service: ErasingService,
  types: readonly Requests[] = ['customer.erasure_requested'],
): Type<object> {
  @Controller()
  class ErasureMessagesController {
    constructor(
      @Inject(database) readonly own: Database,
      @Inject(Erasures) readonly erasures: Erasures,
    ) {}

    @OnMessage(types, service)
    async onRequest(@Payload() message: Message<Requests>): Promise<void> {
      // A test clock waits for the message, and so for what can be done at once.
      await this.erasures.begin(service);
      await this.own.handleOnce(message, () => Promise.resolve());
    }
  }
  return ErasureMessagesController;
}
