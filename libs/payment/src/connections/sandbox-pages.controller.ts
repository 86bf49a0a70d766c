import { Controller, Get, Headers, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { sandboxActPath, sandboxPagePath, type SandboxCheckout } from '@tollgate/contracts';
import { SandboxCheckoutsService } from './sandbox-checkouts.service.js';
import { sandboxPage } from './sandbox-page.js';

/** Serves the pages of the sandbox provider without an API key: the address alone opens one, as at any provider. */
@Controller()
export class SandboxPagesController {
  constructor(private readonly checkouts: SandboxCheckoutsService) {}

  /** Browsers get a page, and programs the same checkout as JSON. */
  @Get(sandboxPagePath)
  async show(
    @Param('organization_id') organizationId: string,
    @Param('id') id: string,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | { sandbox_checkout: SandboxCheckout }> {
    const { checkout, returnUrl } = await this.checkouts.open(organizationId, id);
    void reply.header('vary', 'accept');
    if (!accept?.includes('text/html')) return { sandbox_checkout: checkout };
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
    @Param('organization_id') organizationId: string,
    @Param('id') id: string,
    @Param('act') act: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    void reply.header('location', await this.checkouts.act(organizationId, id, act));
  }
}
