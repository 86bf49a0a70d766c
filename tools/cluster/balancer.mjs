// What a Kubernetes Service is to the pods behind it: one address, whose connections go in turns to the replicas that
// are ready. A connection that stands stays with its replica.
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
 * Listens on a port and passes connections on.
 * @param targets answers the ports of the replicas that are ready
 * @returns closes it, with all connections
 */
export async function startBalancer(port, targets) {
  const open = new Set();
  let turn = 0;
  const held = (socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
  };
  const server = createServer({ pauseOnConnect: true }, async (client) => {
    held(client);
    const ports = targets();
    turn++;
    for (let tried = 0; tried < ports.length && !client.destroyed; tried++) {
      const replica = await connect(ports[(turn + tried) % ports.length]).catch(() => undefined);
      if (!replica) continue;
      held(replica);
      // An end that breaks off breaks off the other one too, so that nobody waits for an answer that will not come.
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
