// A separate thread that makes one kind of call over many connections. So the event times, which the main thread
// measures, include none of its work.
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { call } from './call.ts';
import type { Kind } from './kinds.ts';

/** The task of a worker. */
export interface Task {
  baseUrl: string;
  kind: Kind;
  connections: number;
  seconds: number;
}

/** The count of each status; that of open connections for bodies that never end. */
export type Counts = Record<string, number>;

const { baseUrl, kind, connections, seconds } = workerData as Task;
const end = performance.now() + seconds * 1000;

/** Repeats the call over each connection. @returns the count of each status */
async function hammer({ method, path, ...how }: Exclude<Kind, { endless: true }>): Promise<Counts> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const counts: Counts = {};
  const loops = Array.from({ length: connections }, async () => {
    while (performance.now() < end) {
      const status = await call(agent, method, `${baseUrl}${path}`, how);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  });
  await Promise.all(loops);
  agent.destroy();
  return counts;
}

/** Holds connections with bodies that never end. */
async function holdOpen(): Promise<Counts> {
  const { hostname, port } = new URL(baseUrl);
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(
      'POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 16000\r\n\r\n{',
    );
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  for (const socket of sockets) socket.destroy();
  return { open: connections };
}

parentPort?.postMessage('endless' in kind ? await holdOpen() : await hammer(kind));
