import { Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { sandboxActPath, sandboxPagePath } from '@tollgate/contracts';
import { SandboxCheckoutsService } from './sandbox-checkouts.service.js';
import { sandboxPage } from './sandbox-page.js';

/** Serves the pages of the sandbox provider without an API key: the address alone opens one, as at any provider. */
@Controller()
export class SandboxPagesController {
  constructor(private readonly checkouts: SandboxCheckoutsService) {}

  @Get(sandboxPagePath)
  async show(@Param('svc_id') id: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { checkout, returnUrl } = await this.checkouts.open(id);
    const { html, policy } = sandboxPage(checkout, returnUrl);
    void reply.type('text/html; charset=utf-8').headers({
      'content-security-policy': policy,
      'x-robots-tag': 'noindex',
    });
    return html;
  }

  /** A form posts, so that programs that follow links pay nothing. */
  @Post(sandboxActPath)
  @HttpCode(303)
  async act(
    @Param('svc_id') id: string,
    @Param('act') act: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    void reply.header('location', await this.checkouts.act(id, act));
  }
}
