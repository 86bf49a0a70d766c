// A mail server that can hang: it takes the sender of a mail, and answers nothing after that.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A running server. */
export interface HangingMailServer {
  /** The value of `SMTP_URL`, with a short wait for answers. */
  url: string;
  /** How often it took each mail, by its Message-ID. */
  taken: ReadonlyMap<string, number>;
  /** How many connections it has had. */
  connections(): number;
  /** Lets it hang, or answer again. */
  hang(isHanging: boolean): void;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<HangingMailServer> {
  const taken = new Map<string, number>();
  let isHanging = false;
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onRcptTo: (_address, _session, done) => {
      if (!isHanging) done();
    },
    onData: (stream, _session, done) =>
      void text(stream).then((content) => {
        const id = /^message-id:\s*(<[^>]+>)/im.exec(content)?.[1] ?? content;
        taken.set(id, (taken.get(id) ?? 0) + 1);
        done();
      }),
  });
  // Clients that give up break their connections.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}?socketTimeout=2000`,
    taken,
    connections: () => connections,
    hang: (hangs) => (isHanging = hangs),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
