// Loaded into a service with `node --import`: the service's wall clock is the machine's clock plus an offset. The
// simulator writes the offset in milliseconds to the file HELD_CLOCK_FILE. Each connection to the loopback port
// HELD_CLOCK_PORT makes the service read it again. Timers stay real.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const { HELD_CLOCK_FILE: file = '', HELD_CLOCK_PORT: port } = process.env;
const Machine = Date;
let offset = 0;

const now = () => Machine.now() + offset;
const read = () => {
  offset = Number(readFileSync(file, 'utf8'));
};

globalThis.Date = new Proxy(Machine, {
  construct: (target, args: unknown[], newTarget): object =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  apply: () => new Machine(now()).toString(),
  get: (target, key, receiver): unknown => (key === 'now' ? now : Reflect.get(target, key, receiver)),
});

read();
// Only the service itself listens; its child processes read the file once.
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  read();
  socket.end('set\n');
});
server.on('error', () => undefined);
if (process.argv[1]?.endsWith('main.js')) server.listen(Number(port), '127.0.0.1').unref();
