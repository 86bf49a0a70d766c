import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { Inject, Injectable, Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CommandBus } from '../commands/command-bus.js';
import { Config } from '../config/config.js';
import { Logger } from '../observability/logger.js';
import { FrameAncestors, type FrameQuery } from './frame-ancestors.js';

const directoryToken = 'tollgate:pages';
const nonceBytes = 16;

/** Pages load only local content, and only `ancestors` may frame them. Styles that scripts add need the nonce. */
const contentPolicy = (nonce: string, ancestors: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; ` +
  `font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors ${ancestors}`;

/** Addresses in mails and answers, with the page that each leads to. Secrets move behind `#`, where no log has them. */
const addresses = {
  '/invitation/:token': '../console/invitation',
  '/reset-password/:token': '../console/reset-password',
  '/confirm-sign-in/:token': '../console/confirm-sign-in',
  '/customer-portal/:token': '../portal',
} as const;
const openIdCallback = '/auth/open_id/callback';

/** The program that puts parts of the portal into pages of other origins. Its address stays, so caches renew it. */
const embedding = { path: '/portal/embed.js', file: 'embed.js' } as const;
const headersOfProgram = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=3600',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};
/** The page of one part; the browser shows it inside of pages that the issuer lists. */
const framedPath = '/portal/embed/:part';

/** Serves the pages for people: the console and the portal. */
@Injectable()
class Pages implements OnModuleInit {
  private readonly ancestors: FrameAncestors;

  constructor(
    @Inject(directoryToken) private readonly directory: URL,
    private readonly config: Config,
    private readonly http: HttpAdapterHost,
    private readonly logger: Logger,
    commands: CommandBus,
  ) {
    this.ancestors = new FrameAncestors(commands);
  }

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
    const portal = this.pageOf('portal.html');
    this.addPage(fastify, '/console', this.pageOf('index.html'));
    this.addPage(fastify, '/portal', portal);
    this.addFrames(fastify, portal);
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
  private addPage(fastify: FastifyInstance, path: string, html: string): void {
    const answer = (_request: unknown, reply: FastifyReply) => send(reply, html, null);
    fastify.get(path, answer);
    fastify.get(`${path}/*`, answer);
  }

  /** Serves the parts of the portal for frames, and the program that puts them there (customers, section 3.10). */
  private addFrames(fastify: FastifyInstance, html: string): void {
    const program = readFileSync(new URL(embedding.file, this.directory));
    fastify.get(embedding.path, (_request, reply) => reply.headers(headersOfProgram).send(program));
    fastify.get(framedPath, async (request: FastifyRequest, reply) =>
      send(reply, html, await this.framingOrigin(request.query as FrameQuery)),
    );
  }

  /** @returns null where no page may frame the part, also while that cannot be found out */
  private framingOrigin(query: FrameQuery): Promise<string | null> {
    return this.ancestors.permittedOrigin(query).catch((error: unknown) => {
      this.logger.warn('the origins of a frame could not be read', { error });
      return null;
    });
  }

  private pageOf(file: string): string {
    const { pathname } = new URL(this.config.publicUrl);
    const base = pathname.replace(/\/$/, '');
    return readFileSync(new URL(file, this.directory), 'utf8')
      .replaceAll('"./assets/', `"${base}/console/assets/`)
      .replace('name="tollgate-base" content=""', `name="tollgate-base" content="${base}"`);
  }
}

/** Answers with a page. @param framedBy the origin that may frame it; null: none */
function send(reply: FastifyReply, html: string, framedBy: string | null): FastifyReply {
  const nonce = randomBytes(nonceBytes).toString('base64');
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': contentPolicy(nonce, framedBy ?? "'none'"),
      'cross-origin-opener-policy': 'same-origin',
    })
    .send(
      html
        .replace('name="tollgate-nonce" content=""', `name="tollgate-nonce" content="${nonce}"`)
        .replace('name="tollgate-framed-by" content=""', `name="tollgate-framed-by" content="${framedBy ?? ''}"`),
    );
}

/** The pages for people, for processes with public calls. */
@Module({})
export class PagesModule {
  /** @param directory where the pages were built, with a slash at its end */
  static from(directory: URL): DynamicModule {
    return { module: PagesModule, providers: [{ provide: directoryToken, useValue: directory }, Pages] };
  }
}
