import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { discardRefusedBodies } from './refused-bodies.js';

let server: FastifyInstance;
beforeAll(async () => {
  server = Fastify({ bodyLimit: 1000 });
  discardRefusedBodies(server);
  server.post('/', async () => ({}));
  await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

const megabyte = Buffer.alloc(1_000_000, 32);

/** Writes a whole body, and reads only then. @returns the status line; undefined if the connection was reset */
async function statusAfterWriting(megabytes: number): Promise<string | undefined> {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1').pause();
  await once(socket, 'connect');
  const length = megabytes * megabyte.length;
  try {
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`);
    // `once` rejects when the connection fails.
    for (let sent = 0; sent < megabytes; sent++) if (!socket.write(megabyte)) await once(socket, 'drain');
    const [answer] = (await once(socket.resume(), 'data')) as [Buffer];
    return String(answer).split('\r\n')[0];
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

it('a sender that writes its whole body first reads that it is too large', async () => {
  expect(await statusAfterWriting(12)).toBe('HTTP/1.1 413 Payload Too Large');
});

it('a body without an end is cut off', async () => {
  expect(await statusAfterWriting(900)).toBeUndefined();
});
