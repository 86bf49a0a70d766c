import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ISocketFactoryArgs } from 'kafkajs';
import { checkedSockets, type CheckedSockets } from './checked-sockets.js';

const server = createServer();
let port = 0;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());

const settings: CheckedSockets = {
  resolver: { resolve: () => Promise.resolve(['127.0.0.1']) },
  allowPrivate: true,
  connections: 1,
  answerBytes: 100,
};
const opener = (changes: Partial<CheckedSockets>) => {
  const open = checkedSockets({ ...settings, ...changes });
  // Without encryption, the client states none.
  return (host: string) => open({ host, port, onConnect: () => undefined } as unknown as ISocketFactoryArgs);
};
const errorOf = async (socket: Socket): Promise<unknown> => ((await once(socket, 'error')) as [unknown])[0];

describe('connections to brokers', () => {
  it('go to names and addresses of private networks only where these are allowed', async () => {
    const open = opener({ allowPrivate: false });
    expect(await errorOf(open('127.0.0.1'))).toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(await errorOf(open('[::1]'))).toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(await errorOf(open('broker.example.com'))).toMatchObject({ code: 'ADDRESS_REFUSED' });
    const socket = opener({})('broker.example.com');
    await once(socket, 'connect');
    socket.destroy();
  });

  it('are limited in their number, until one ends', async () => {
    const open = opener({});
    const first = open('127.0.0.1');
    await once(first, 'connect');
    expect(await errorOf(open('127.0.0.1'))).toMatchObject({ code: 'EMFILE' });
    const closed = once(first, 'close');
    first.destroy();
    await closed;
    const next = open('127.0.0.1');
    await once(next, 'connect');
    next.destroy();
  });
});
