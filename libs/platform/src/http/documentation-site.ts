import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config.js';
import { Logger } from '../observability/logger.js';

/** The build writes the site here (tools/docs-site). */
const directory = new URL('site/', import.meta.url);

/** Texts for programs have this in the place of the installation's address; the page for unknown addresses, the way up. */
const installation = '{{installation}}';
const wayUp = '{{up}}';

/** Pages change with each version; styles and programs have another address then. */
const renewed = { 'cache-control': 'no-cache' };
const forAWhile = { 'cache-control': 'public, max-age=3600' };
const forever = { 'cache-control': 'public, max-age=31536000, immutable' };

/** The page for unknown addresses has working links down to this level. */
const deepest = 8;

/** Files at the root, where browsers and programs search for them. */
const atTheRoot = {
  '/favicon.ico': 'favicon.ico',
  '/llms.txt': 'llms.txt',
  '/llms-full.txt': 'llms-full.txt',
} as const;

/** A text with the address of the installation, made once. */
interface ProgramText {
  plain: Buffer;
  packed: Buffer;
  tag: string;
}

const pack = promisify(gzip);

/**
 * Serves the written documentation below `/docs`: pages for people, and their Markdown for programs. No key is needed, and
 * nothing is loaded from elsewhere.
 */
@Injectable()
export class DocumentationSite implements OnModuleInit {
  private readonly files = new Set<string>();
  private readonly texts = new Map<string, Promise<ProgramText>>();

  constructor(
    private readonly config: Config,
    private readonly http: HttpAdapterHost,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    if (!existsSync(new URL('index.html', directory))) {
      this.logger.warn('the documentation is not built, and is not served', { directory: fileURLToPath(directory) });
      return;
    }
    for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) this.files.add(name);
    const fastify = this.http.httpAdapter.getInstance<FastifyInstance>();
    void fastify.register(fastifyStatic, { root: fileURLToPath(directory), serve: false, preCompressed: true });
    const missing = readFileSync(new URL('missing.html', directory), 'utf8');
    fastify.get('/docs', (_request, reply) => this.send(reply, 'index.html', renewed));
    fastify.get('/docs.md', (request, reply) => this.sendText(request, reply, 'index.md'));
    fastify.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
      const path = request.params['*'];
      // Relative, so that it works below any path of a reverse proxy.
      if (path === '' || path.endsWith('/')) return reply.redirect(`../${encodeURIComponent(lastPart(path))}`, 301);
      if (this.files.has(`${path}.html`)) return this.send(reply, `${path}.html`, renewed);
      if (path.endsWith('.md') && this.files.has(path)) return this.sendText(request, reply, path);
      if (path.startsWith('assets/') && this.files.has(path)) return this.send(reply, path, forever);
      if (path.endsWith('.png') && this.files.has(path)) return this.send(reply, path, forAWhile);
      return sendMissing(reply, missing, path);
    });
    for (const [path, name] of Object.entries(atTheRoot))
      fastify.get(path, (request, reply) =>
        name.endsWith('.txt') ? this.sendText(request, reply, name) : this.send(reply, name, forAWhile),
      );
  }

  /** Answers with a file as the build wrote it; compressed, or 304, where the caller accepts that. */
  private send(reply: FastifyReply, name: string, headers: Record<string, string>): FastifyReply {
    return reply.headers(headers).sendFile(name, { cacheControl: false });
  }

  /** Answers with a text for programs. */
  private async sendText(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    let made = this.texts.get(name);
    if (!made) this.texts.set(name, (made = this.make(name)));
    const { plain, packed, tag } = await made;
    void reply.headers({
      ...renewed,
      etag: tag,
      vary: 'accept-encoding',
      'content-type': `text/${name.endsWith('.md') ? 'markdown' : 'plain'}; charset=utf-8`,
    });
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
    const isPacked = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    return isPacked ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(plain);
  }

  private async make(name: string): Promise<ProgramText> {
    const text = await readFile(new URL(name, directory), 'utf8');
    const plain = Buffer.from(text.replaceAll(installation, this.config.publicUrl.replace(/\/$/, '')));
    const tag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
    return { plain, packed: await pack(plain), tag };
  }
}

/** The last part of an address that ends in a slash. @param path below `/docs/` */
const lastPart = (path: string): string => `docs/${path}`.split('/').at(-2) ?? '';

/** Answers with the page for unknown addresses. @param path below `/docs/` */
function sendMissing(reply: FastifyReply, html: string, path: string): FastifyReply {
  const up = '../'.repeat(Math.min(path.split('/').length, deepest));
  return reply
    .code(404)
    .headers({ ...renewed, 'content-type': 'text/html; charset=utf-8' })
    .send(html.replaceAll(wayUp, up));
}
