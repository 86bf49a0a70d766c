import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { pagePath, payPath } from '@tollgate/contracts';
import { PagesService } from './pages.service.js';

/** Serves the pages of documents by signed addresses, without an API key. */
@Controller()
export class PagesController {
  constructor(private readonly pages: PagesService) {}

  @Get(pagePath)
  async show(
    @Param('organization_id') organizationId: string,
    @Param('id') id: string,
    @Query('signature') signature: unknown,
    @Query('refused') refused: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { html, policy } = await this.pages.show(organizationId, id, {
      signature: String(signature ?? ''),
      isRefused: refused === 'true',
    });
    void reply.type('text/html; charset=utf-8').headers({
      'content-security-policy': policy,
      'x-robots-tag': 'noindex',
    });
    return html;
  }

  /** A form posts, so that programs that follow links in mails open no payment. */
  @Post(payPath)
  @HttpCode(303)
  async pay(
    @Param('organization_id') organizationId: string,
    @Param('id') id: string,
    @Query('signature') signature: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    void reply.header('location', await this.pages.pay(organizationId, id, String(signature ?? '')));
  }
}
