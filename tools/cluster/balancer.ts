// Acts as a Kubernetes Service does for its pods: one address that distributes connections to the ready replicas in
// rotation. An open connection stays with its replica.
import { createConnection, createServer } from 'node:net';

const connectMs = 1_000;

function connect(port) {
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

/**
 * Listens on a port and forwards connections.
 * @param targets returns the ports of the ready replicas
 * @returns a function that closes it, with all connections
 */
export async function startBalancer(port, targets) {
  const open = new Set();
  let next = 0;
  const held = (socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
  };
  const server = createServer({ pauseOnConnect: true }, async (client) => {
    held(client);
    const ports = targets();
    next++;
    for (let tried = 0; tried < ports.length && !client.destroyed; tried++) {
      const replica = await connect(ports[(next + tried) % ports.length]).catch(() => undefined);
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
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
}
