import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { OngoingBalances } from './ongoing-balances.service.js';

/** Handles snapshots of unbilled usage. */
@Controller()
export class OngoingMessagesController {
  constructor(private readonly balances: OngoingBalances) {}

  @OnMessage('customer.unbilled_usage', 'wallet', { inSets: true })
  async onUnbilledUsage(@Payload() message: Message<'customer.unbilled_usage'>): Promise<void> {
    await this.balances.recompute(message);
  }
}
