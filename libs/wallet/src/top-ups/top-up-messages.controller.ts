import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { TopUps } from './top-ups.service.js';

/** Top-ups that the version before asked for by messages; nobody writes them any more. */
@Controller()
export class TopUpMessagesController {
  constructor(private readonly topUps: TopUps) {}

  @OnMessage('wallet.top_up_wanted', 'wallet')
  async onWanted(@Payload() message: Message<'wallet.top_up_wanted'>): Promise<void> {
    await this.topUps.topUpOnce(message);
  }
}
