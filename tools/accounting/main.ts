// node tools/accounting/main.ts [--port N]
// Runs a double of Xero as a process of its own, and prints its address. It checks every request against the schemas of
// this folder, keeps books by account, and fails on request (`/control`).
import { parseArgs } from 'node:util';
import { XeroServer } from './server.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
const server = new XeroServer();
console.log(`Accounting: ${await server.listen(Number(values.port))}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void server.close().then(() => process.exit(0));
  });
