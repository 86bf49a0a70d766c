// node tools/tax-engines/main.ts [--port N]
// Runs doubles of Anrok and AvaTax as a process of their own, and prints their address. They check every request against
// the schemas of this folder, store documents by account, and fail on request (`/control`).
import { parseArgs } from 'node:util';
import { TaxEngineServer } from './server.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
const server = new TaxEngineServer();
console.log(`Tax engines: ${await server.listen(Number(values.port))}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void server.close().then(() => process.exit(0));
  });
