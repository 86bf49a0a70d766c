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
  close(): void;
}

/** Serves the page. */
export async function startCompany(): Promise<Company> {
  const program = await bundled(place('page.mjs'));
  const html = '<!doctype html><html lang="en"><title>Acme</title><body><script type="module" src="/page.js"></script>';
  const server = createServer(({ url }, answer) => {
    const isProgram = url === '/page.js';
    answer.setHeader('content-type', isProgram ? 'text/javascript' : 'text/html');
    answer.end(url === '/favicon.ico' ? '' : isProgram ? program : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
