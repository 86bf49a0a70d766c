import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Readiness } from './readiness.js';

/** The health endpoints of the public port, for load balancers. */
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('/health')
  health() {
    return { status: 'ok' };
  }

  @Get('/ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const { status, body } = await this.readiness.answer();
    void reply.status(status);
    return body;
  }
}
