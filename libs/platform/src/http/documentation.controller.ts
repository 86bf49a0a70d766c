import { createReadStream, type ReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Controller, Get, Header, Param, Redirect, Res, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { allRoutes, openApiDocument } from '@tollgate/contracts';
import { Config } from '../config/config.js';
import { NotFound } from '../errors/api-errors.js';

const interfaceVersion = '1.0.0';
const cacheSeconds = 3600;

/** The page's files in the package that provides them, and their types. */
const packageDirectory = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const files = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]);

// Addresses are relative, so that the page works below any path of a reverse proxy.
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tollgate: the interface</title>
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script type="module" src="docs/start.js"></script>
  </body>
</html>
`;

// Calls go to the address of the open page, regardless of the public one.
const start = `const spec = await (await fetch('api/v1/openapi.json')).json();
spec.servers = [{ url: new URL('api/v1', location.href).href }];
SwaggerUIBundle({ spec, dom_id: '#swagger-ui', deepLinking: true, docExpansion: 'none', defaultModelsExpandDepth: 0 });
`;

/** Serves the published interface: as an OpenAPI document, and as a page to browse and try it. Both need no API key. */
@Controller()
export class DocumentationController implements OnModuleInit {
  private readonly document: string;

  constructor(
    config: Config,
    private readonly http: HttpAdapterHost,
  ) {
    const { publicUrl: serverUrl, identifierPrefix } = config;
    this.document = JSON.stringify(
      openApiDocument(allRoutes, { version: interfaceVersion, serverUrl, identifierPrefix }),
    );
  }

  /** Nest removes a slash at the end of a path; the router does not. */
  onModuleInit(): void {
    this.http.httpAdapter
      .getInstance<FastifyInstance>()
      .get('/docs/', (_request, reply) => reply.redirect('../docs', 301));
  }

  @Get('/api/v1/openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  openApi(): string {
    return this.document;
  }

  // Relative, like the addresses in the page.
  @Get('/')
  @Redirect('docs', 302)
  root(): void {}

  @Get('/docs')
  @Header('content-type', 'text/html; charset=utf-8')
  page(): string {
    return page;
  }

  @Get('/docs/start.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  start(): string {
    return start;
  }

  @Get('/docs/:file')
  file(@Param('file') name: string, @Res({ passthrough: true }) reply: FastifyReply): ReadStream {
    const type = files.get(name);
    if (!type) throw new NotFound('resource');
    void reply.header('content-type', type).header('cache-control', `public, max-age=${cacheSeconds}`);
    return createReadStream(join(packageDirectory, name));
  }
}
