import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnMessage } from '@tollgate/platform';
import { EndpointNotices, type EndpointMessage } from './endpoint-notices.service.js';

@Controller()
export class EndpointNoticesController {
  constructor(private readonly notices: EndpointNotices) {}

  @OnMessage(['webhook_endpoint.paused', 'webhook_endpoint.resumed'], 'identity')
  async notify(@Payload() message: EndpointMessage): Promise<void> {
    await this.notices.notify(message);
  }
}
