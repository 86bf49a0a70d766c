import { timingSafeEqual, createHash } from 'node:crypto';
import { Body, Controller, Get, Headers, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CommandBus } from '../commands/command-bus.js';
import { Config } from '../config/config.js';
import { Metrics } from '../observability/metrics.js';
import { NotFound, Unauthorized } from './errors.js';
import { Readiness } from './readiness.js';

/** For operators and the other services: health, readiness, metrics, commands. */
@Controller()
export class OperationsController {
  constructor(
    private readonly config: Config,
    private readonly metrics: Metrics,
    private readonly commands: CommandBus,
    private readonly readiness: Readiness,
  ) {}

  @Get('/health')
  health() {
    return { status: 'ok' };
  }

  @Get('/ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const { ready, dependencies } = await this.readiness.report();
    void reply.status(ready ? 200 : 503);
    return { status: ready ? 'ready' : 'not_ready', dependencies };
  }

  @Get('/metrics')
  async prometheus(@Res() reply: FastifyReply): Promise<void> {
    void reply.header('content-type', this.metrics.registry.contentType).send(await this.metrics.text());
  }

  @Post('/internal/commands/:service/:name')
  @HttpCode(200)
  async command(
    @Param('service') service: string,
    @Param('name') name: string,
    @Headers('authorization') authorization: string | undefined,
    @Body() body: unknown,
  ) {
    if (!sameSecret(authorization?.split(' ')[1] ?? '', this.config.internalToken)) throw new Unauthorized();
    const answer = await this.commands.receive(service, name, body);
    if (answer === undefined) throw new NotFound('command');
    return answer;
  }
}

/** Compares secrets in a time that does not tell where they differ. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
