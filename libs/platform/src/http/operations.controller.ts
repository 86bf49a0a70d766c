import { timingSafeEqual, createHash } from 'node:crypto';
import { Body, Controller, Get, Headers, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CommandBus } from '../commands/command-bus.js';
import { Config } from '../config/config.js';
import { Metrics } from '../observability/metrics.js';
import { NotFound, Unauthorized } from './errors.js';

/** What a process depends on, by name; each check throws when the dependency is away. */
export type ReadinessChecks = Record<string, () => Promise<void>>;
export const READINESS_CHECKS = Symbol('readiness checks');

const checkTimeoutMs = 3_000;

/** For operators and the other services: health, readiness, metrics, commands. */
@Controller()
export class OperationsController {
  constructor(
    private readonly config: Config,
    private readonly metrics: Metrics,
    private readonly commands: CommandBus,
    @Inject(READINESS_CHECKS) private readonly checks: ReadinessChecks,
  ) {}

  @Get('/health')
  health() {
    return { status: 'ok' };
  }

  @Get('/ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const dependencies = await outcomes(this.checks);
    const ready = Object.values(dependencies).every((result) => result === 'ok');
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

/** Runs all checks: `ok` or what is wrong, by name. */
export async function outcomes(checks: ReadinessChecks): Promise<Record<string, string>> {
  return Object.fromEntries(await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const)));
}

async function outcome(check: () => Promise<void>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), checkTimeoutMs);
  });
  try {
    await Promise.race([check(), late]);
    return 'ok';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Compares secrets in a time that does not tell where they differ. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
