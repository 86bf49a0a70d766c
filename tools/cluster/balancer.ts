// Acts as a Kubernetes Service does for its pods: one address that distributes connections to the ready replicas in
// rotation. An open connection stays with its replica.
import { type Socket, createConnection, createServer } from 'node:net';

const connectMs = 1_000;

function connect(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    const late = setTimeout(() => socket.destroy(new Error('no connection in time')), connectMs);
    socket.once('connect', () => {
      clearTimeout(late);
      resolve(socket);
    });
    socket.once('error', (error) => {
      clearTimeout(late);
      reject(error);
    });
  });
}

/** A list that begins at another place; past its end it goes on at its start. */
export const rotated = <T>(items: T[], by: number): T[] =>
  items.map((_, index) => items[(by + index) % items.length] as T);

/**
 * Listens on a port and forwards connections.
 * @param targets returns the ports of the ready replicas
 * @returns a function that closes it, with all connections
 */
export async function startBalancer(port: number, targets: () => number[]): Promise<() => Promise<void>> {
  const open = new Set<Socket>();
  let next = 0;
  const held = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
  };
  const forward = async (client: Socket) => {
    held(client);
    const rotation = rotated(targets(), ++next);
    for (const target of rotation) {
      if (client.destroyed) break;
      const replica = await connect(target).catch(() => undefined);
      if (!replica) continue;
      held(replica);
      // If one end breaks, the other one is broken off too, so no client waits for a lost answer.
      client.once('close', () => replica.destroy());
      replica.once('close', () => client.destroy());
      client.pipe(replica).pipe(client);
      client.resume();
      return;
    }
    client.resetAndDestroy();
  };
  const server = createServer({ pauseOnConnect: true }, (client) => void forward(client));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
}
