// A reverse proxy that serves an installation below a path of its own host, as those of companies do.
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Proxy {
  /** The public address of the installation: the host of the proxy and the path. */
  url: string;
  /** Sends calls on from now on. @param target where the installation listens */
  serve(target: string): void;
  close(): void;
}

/** @param path such as `/billing`: the installation does not see it; other addresses answer 404 */
export async function startProxy(path: string): Promise<Proxy> {
  let target = '';
  const server = createServer((incoming, outgoing) => {
    const { url = '/', method, headers } = incoming;
    if (target === '' || !url.startsWith(`${path}/`)) return void outgoing.writeHead(404).end();
    const onward = request(target + url.slice(path.length), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    serve: (address) => {
      target = address;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
