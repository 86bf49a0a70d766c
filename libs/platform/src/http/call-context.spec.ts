import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { currentContext } from '../observability/request-context.js';
import { setContext } from './call-context.js';
import { serverOptions } from './server-options.js';
import { Config } from '../config/config.js';

let fastify: FastifyInstance;

beforeEach(async () => {
  fastify = Fastify(serverOptions(new Config({})));
  setContext(fastify);
  fastify.post('/slow', async () => ({ context: currentContext() ?? null }));
  await fastify.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => fastify.close());

/** Sends calls on one connection, each body in parts some time after its head. */
async function sendInParts(requestIds: string[]): Promise<string> {
  const socket = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => (answer += String(data)));
  for (const id of requestIds) {
    socket.write(
      `POST /slow HTTP/1.1\r\nhost: x\r\nx-request-id: ${id}\r\ncontent-type: application/json\r\ncontent-length: 8\r\n\r\n`,
    );
    for (const part of ['{"a"', ':1}\n']) {
      await sleep(30);
      socket.write(part);
    }
    await sleep(100);
  }
  socket.destroy();
  return answer;
}

describe('the context of a call', () => {
  it('stays separate, also when the body arrives later than the head', async () => {
    const answer = await sendInParts(['first', 'second']);
    expect([...answer.matchAll(/\{"context":(.*)\}/g)].map(([, context]) => context)).toEqual([
      '{"requestId":"first"}',
      '{"requestId":"second"}',
    ]);
  });
});
