import assert from 'node:assert/strict';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { test } from 'node:test';
import { rotated, startBalancer } from './balancer.ts';

test('each connection begins with another replica', () => {
  assert.deepEqual(rotated([1, 2, 3], 1), [2, 3, 1]);
  assert.deepEqual(rotated([1, 2, 3], 5), [3, 1, 2]);
  assert.deepEqual(rotated([], 4), []);
});

async function replica(text: string): Promise<{ port: number; close: () => void }> {
  const server = createServer((socket) => socket.end(text));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

const answerAt = (port: number): Promise<string> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.on('data', (data: Buffer) => (answer += data));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(answer));
  });

test('connections go to all replicas, around those that are gone', async () => {
  const [first, second, gone] = await Promise.all([replica('first'), replica('second'), replica('gone')]);
  const front = await replica('front');
  front.close();
  gone.close();
  const close = await startBalancer(front.port, () => [first.port, second.port, gone.port]);
  const answers = new Set<string>();
  for (let number = 0; number < 6; number++) answers.add(await answerAt(front.port));
  assert.deepEqual([...answers].sort(), ['first', 'second']);
  await close();
  first.close();
  second.close();
});

test('without a replica a connection is broken off', async () => {
  const front = await replica('front');
  front.close();
  const close = await startBalancer(front.port, () => []);
  assert.equal(await answerAt(front.port), '');
  await close();
});
