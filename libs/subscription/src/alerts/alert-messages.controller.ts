import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { AlertLooksService } from './alert-evaluation.service.js';

/** Usage that was measured for alerts. */
@Controller()
export class AlertMessagesController {
  constructor(private readonly looks: AlertLooksService) {}

  @OnMessage('usage.measured', 'subscription')
  async onMeasured(@Payload() message: Message<'usage.measured'>): Promise<void> {
    await this.looks.look(message);
  }
}
