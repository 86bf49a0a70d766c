import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { Inject, Injectable, Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Config } from '../config/config.js';
import { Logger } from '../observability/logger.js';

const directoryToken = 'tollgate:pages';
const nonceBytes = 16;

/** Pages load only local content, and no other page may frame them. Styles that scripts add need the nonce. */
const contentPolicy = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; ` +
  `font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** Addresses in mails and answers, with the page that each leads to. Secrets move behind `#`, where no log has them. */
const addresses = {
  '/invitation/:token': '../console/invitation',
  '/reset-password/:token': '../console/reset-password',
  '/confirm-sign-in/:token': '../console/confirm-sign-in',
  '/customer-portal/:token': '../portal',
} as const;
const openIdCallback = '/auth/open_id/callback';

/** Serves the pages for people: the console and the portal. */
@Injectable()
class Pages implements OnModuleInit {
  constructor(
    @Inject(directoryToken) private readonly directory: URL,
    private readonly config: Config,
    private readonly http: HttpAdapterHost,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const fastify = this.http.httpAdapter.getInstance<FastifyInstance>();
    if (!existsSync(new URL('index.html', this.directory))) {
      this.logger.warn('the pages are not built, and are not served', { directory: fileURLToPath(this.directory) });
      return;
    }
    void fastify.register(fastifyStatic, {
      root: fileURLToPath(new URL('assets/', this.directory)),
      prefix: '/console/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      index: false,
      decorateReply: false,
    });
    this.addPage(fastify, '/console', 'index.html');
    this.addPage(fastify, '/portal', 'portal.html');
    // Relative, so that they work below any path of a reverse proxy.
    for (const [path, target] of Object.entries(addresses))
      fastify.get<{ Params: { token: string } }>(path, ({ params: { token } }, reply) =>
        reply.redirect(`${target}#${encodeURIComponent(token)}`, 302),
      );
    fastify.get(openIdCallback, ({ url }, reply) =>
      // The address may be absolute: only its parameters are of use.
      reply.redirect(`../../console${openIdCallback}${/\?.*$/.exec(url)?.[0] ?? ''}`, 302),
    );
  }

  /** Serves one page at its address and all addresses below it: the page itself knows what they show. */
  private addPage(fastify: FastifyInstance, path: string, file: string): void {
    const { pathname } = new URL(this.config.publicUrl);
    const base = pathname.replace(/\/$/, '');
    const html = readFileSync(new URL(file, this.directory), 'utf8')
      .replaceAll('"./assets/', `"${base}/console/assets/`)
      .replace('name="tollgate-base" content=""', `name="tollgate-base" content="${base}"`);
    const answer = (_request: unknown, reply: FastifyReply) => {
      const nonce = randomBytes(nonceBytes).toString('base64');
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-cache',
          'content-security-policy': contentPolicy(nonce),
          'cross-origin-opener-policy': 'same-origin',
        })
        .send(html.replace('name="tollgate-nonce" content=""', `name="tollgate-nonce" content="${nonce}"`));
    };
    fastify.get(path, answer);
    fastify.get(`${path}/*`, answer);
  }
}

/** The pages for people, for processes with public calls. */
@Module({})
export class PagesModule {
  /** @param directory where the pages were built, with a slash at its end */
  static from(directory: URL): DynamicModule {
    return { module: PagesModule, providers: [{ provide: directoryToken, useValue: directory }, Pages] };
  }
}
