import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPostgresBackend, Queue, Worker } from 'bullmq';
import { databaseUrl, waitFor } from '@tollgate/testing';
import { newId } from '../ids.js';
import { QueueWorker } from './queue-worker.js';

/** Between the worker and PostgreSQL; it breaks a number of connections before it lets any through. */
let broken = 0;
const sockets = new Set<Socket>();
const target = new URL(databaseUrl());
const proxy = createServer((socket) => {
  sockets.add(socket.on('error', () => undefined));
  if (broken-- > 0) return socket.destroy();
  const server = connect(Number(target.port || 5432), target.hostname).on('error', () => socket.destroy());
  sockets.add(server);
  socket.pipe(server).pipe(socket);
});
const name = `spec-${newId()}`;
const connectionTo = (url: string) => ({ connectionString: url, schema: 'bullmq', migrate: true, max: 2 });

let proxied: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  proxied = url.href;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => proxy.close(resolve));
});

it('runs jobs once its connections are ready, after some that broke', async () => {
  broken = 3;
  const errors: unknown[] = [];
  const done: string[] = [];
  const create = () => {
    const options = { autorun: false, connection: connectionTo(proxied) };
    const run = async ({ id }: { id?: string }) => void done.push(id ?? '');
    return new Worker(name, run, options, createPostgresBackend as never).on('error', () => undefined);
  };
  const worker = new QueueWorker(create, (error) => errors.push(error));
  const queue = new Queue(name, { connection: connectionTo(databaseUrl()) }, createPostgresBackend as never);
  await queue.add(name, {}, { jobId: 'one', removeOnComplete: true });
  await waitFor('the job', () => Promise.resolve(done.length > 0), 30_000);
  await worker.close();
  await queue.obliterate({ force: true });
  await queue.close();
  expect(done).toEqual(['one']);
  expect(errors.length).toBeGreaterThan(0);
});

it('ends while its connections are not ready', async () => {
  broken = Infinity;
  const errors: unknown[] = [];
  const create = () => {
    const options = { autorun: false, connection: connectionTo(proxied) };
    return new Worker(name, async () => undefined, options, createPostgresBackend as never).on(
      'error',
      () => undefined,
    );
  };
  const worker = new QueueWorker(create, (error) => errors.push(error));
  await waitFor('a failed start', () => Promise.resolve(errors.length > 1), 30_000);
  await worker.close();
  expect(errors.length).toBeGreaterThan(1);
});
