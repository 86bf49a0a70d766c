import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { TopUps } from './top-ups.service.js';

/** Handles top-up messages of the previous version; the current one writes none. */
@Controller()
export class TopUpMessagesController {
  constructor(private readonly topUps: TopUps) {}

  @OnMessage('wallet.top_up_wanted', 'wallet')
  async onTopUp(@Payload() message: Message<'wallet.top_up_wanted'>): Promise<void> {
    await this.topUps.topUpOnce(message);
  }
}
