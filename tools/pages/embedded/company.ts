// The site of a company that embeds the parts of `@tollgate/react`: one page, on an origin of its own.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

const place = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** The program of a module with all that it imports. @param external modules that it leaves out */
export async function bundled(entry: string, external: string[] = []): Promise<string> {
  const made = (await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'page' }, rolldownOptions: { external } },
  })) as Rolldown.RolldownOutput[];
  return made.flatMap(({ output }) => output.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))).join('\n');
}

export interface Company {
  origin: string;
  /** The tokens that the page with frames has requested from its own server. */
  requests(): number;
  close(): void;
}

/** The page of a company that has frames, without any library: `?organization=` names whose parts they show. */
const framing = (
  base: string,
  organization: string,
): string => `<!doctype html><html lang="en"><title>Acme</title><body>
<h1>Billing</h1>
<div data-tollgate-part="invoices" data-tollgate-organization="${organization}" data-tollgate-title="Invoices"></div>
<div data-tollgate-part="plan" data-tollgate-organization="${organization}" data-tollgate-title="Plan"></div>
<script>window.tollgateToken = async () => (await fetch('/token', { method: 'POST' })).text();</script>
<script src="${base}/portal/embed.js"></script>`;

/**
 * Serves the pages.
 * @param base the address of the installation
 * @param newToken makes a session of the customer, as the server of a company does
 */
export async function startCompany(base: string, newToken: () => Promise<string>): Promise<Company> {
  const program = await bundled(place('page.mjs'));
  const html = '<!doctype html><html lang="en"><title>Acme</title><body><script type="module" src="/page.js"></script>';
  let requests = 0;
  const contentOf = async (path: string, organization: string): Promise<string> => {
    if (path === '/page.js') return program;
    if (path === '/frames') return framing(base, organization);
    if (path !== '/token') return path === '/favicon.ico' ? '' : html;
    requests += 1;
    return newToken();
  };
  const server = createServer((request, answer) => {
    const { pathname, searchParams } = new URL(String(request.url), base);
    answer.setHeader('content-type', pathname === '/page.js' ? 'text/javascript' : 'text/html');
    void contentOf(pathname, searchParams.get('organization') ?? '').then((content) => answer.end(content));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
