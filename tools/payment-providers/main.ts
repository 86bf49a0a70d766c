// node tools/payment-providers/main.ts gocardless|adyen [--port N] [--host ADDRESS]
// A double of a payment provider as a process of its own. Prints its address and secrets as one line of JSON, and ends
// with SIGINT or SIGTERM.
import { parseArgs } from 'node:util';
import { type ProviderName, providerNames, startProvider } from './double.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '0' }, host: { type: 'string', default: '127.0.0.1' } },
});
const [name] = positionals as [ProviderName];
if (!providerNames.includes(name)) throw new Error(`name one of ${providerNames.join(', ')}`);
const {
  control: _control,
  stop,
  ...double
} = await startProvider(name, {
  port: Number(values.port),
  host: values.host,
});
console.log(JSON.stringify(double));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stop().then(() => process.exit(0)));
