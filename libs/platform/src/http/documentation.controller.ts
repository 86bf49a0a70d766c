import { readFileSync } from 'node:fs';
import { Controller, Get, Header, Param, Redirect, Res, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { allRoutes, openApiDocument } from '@tollgate/contracts';
import { Config } from '../config/config.js';
import { NotFound } from '../errors/api-errors.js';

const interfaceVersion = '1.0.0';
const cached = 'public, max-age=3600';

/** The program of the page; the build puts it here. It loads this image from elsewhere, which the page forbids. */
const programFile = new URL('redoc.standalone.js', import.meta.url);
const remoteImage = 'https://cdn.redoc.ly/redoc/logo-mini.svg';

// Addresses are relative, so that the page works below any path of a reverse proxy.
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tollgate: the interface</title>
    <link rel="stylesheet" href="api/page.css">
    <link rel="icon" type="image/svg+xml" href="api/icon.svg">
  </head>
  <body>
    <nav><a href="../docs">Documentation</a></nav>
    <main id="reference"><p>Loading the reference ...</p></main>
    <script src="api/redoc.standalone.js"></script>
    <script type="module" src="api/start.js"></script>
  </body>
</html>
`;

const style = `body { margin: 0; font-family: system-ui, sans-serif; }
nav { padding: 0.6rem 1rem; }
nav a { color: #1f4e79; }
#reference > p { padding: 2rem; }
`;

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
  <path fill="#1f4e79" d="M2 14V7a6 6 0 0 1 12 0v7h-3V7a3 3 0 0 0-6 0v7z"/>
</svg>
`;

// Calls go to the address of the open page, regardless of the public one.
const start = `const spec = await (await fetch('../api/v1/openapi.json')).json();
spec.servers = [{ url: new URL('../api/v1', location.href).href }];
const sans = 'system-ui, sans-serif';
const options = {
  expandResponses: '200',
  jsonSamplesExpandLevel: 3,
  maxDisplayedEnumValues: 12,
  nativeScrollbars: true,
  requiredPropsFirst: true,
  theme: {
    colors: { primary: { main: '#1f4e79' } },
    typography: { fontFamily: sans, headings: { fontFamily: sans }, code: { fontFamily: 'ui-monospace, monospace' } },
  },
};
Redoc.init(spec, options, document.getElementById('reference'));
`;

/** The texts of the page's files, with their types. */
const files = new Map([
  ['page.css', { type: 'text/css; charset=utf-8', text: style }],
  ['icon.svg', { type: 'image/svg+xml', text: icon }],
  ['start.js', { type: 'text/javascript; charset=utf-8', text: start }],
]);

/** Serves the published interface: as an OpenAPI document, and as a page that shows it. Both need no API key. */
@Controller()
export class DocumentationController implements OnModuleInit {
  private readonly document: string;
  private loaded: string | undefined;

  constructor(
    config: Config,
    private readonly http: HttpAdapterHost,
  ) {
    const { publicUrl: serverUrl, identifierPrefix } = config;
    this.document = JSON.stringify(
      openApiDocument(allRoutes, { version: interfaceVersion, serverUrl, identifierPrefix }),
    );
  }

  /** The files of the page had addresses right below `/docs` when it was there. */
  onModuleInit(): void {
    const fastify = this.http.httpAdapter.getInstance<FastifyInstance>();
    for (const name of ['redoc.standalone.js', ...files.keys()])
      fastify.get(`/docs/${name}`, (_request, reply) => reply.redirect(`api/${name}`, 301));
  }

  @Get('/api/v1/openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  openApi(): string {
    return this.document;
  }

  // Relative, like the addresses in the page.
  @Get('/')
  @Redirect('console', 302)
  root(): void {}

  @Get('/docs/api')
  @Header('content-type', 'text/html; charset=utf-8')
  page(): string {
    return page;
  }

  @Get('/docs/api/redoc.standalone.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', cached)
  program(): string {
    return (this.loaded ??= readFileSync(programFile, 'utf8').replaceAll(remoteImage, 'data:,'));
  }

  @Get('/docs/api/:file')
  file(@Param('file') name: string, @Res({ passthrough: true }) reply: FastifyReply): string {
    const file = files.get(name);
    if (!file) throw new NotFound('resource');
    void reply.header('content-type', file.type);
    return file.text;
  }
}
