import { Controller, Param, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { paymentEventPath } from '@tollgate/contracts';
import { ReceiveDelivery } from './receive-delivery.js';

/** Takes the events of providers: the signature is the key (webhooks, section 13). */
@Controller()
export class InboundEventsController {
  constructor(private readonly deliveries: ReceiveDelivery) {}

  /** Answers 200 with the text that the provider expects, or 400 without a body: a sender learns no more. */
  @Post(paymentEventPath)
  @RouteConfig({ rawBody: true })
  async receive(
    @Param('provider') provider: string,
    @Param('organization_id') organizationId: string,
    @Query('code') code: unknown,
    @Req() { body, headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const acceptance =
      Buffer.isBuffer(body) && typeof code === 'string'
        ? await this.deliveries.receive({ provider, organizationId, code }, { body, headers })
        : null;
    reply.status(acceptance === null ? 400 : 200);
    return acceptance ?? '';
  }
}
