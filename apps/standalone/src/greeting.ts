import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { OrganizationsService } from '@tollgate/identity';
import type { Config } from '@tollgate/platform';

/** Creates the demo organization on the first start, and prints the steps for a newcomer's first calls. */
export async function greet(app: NestFastifyApplication, config: Config): Promise<void> {
  const url = config.publicUrl;
  const file = await demoKey(app, config);
  const json = `-H 'Content-Type: application/json'`;
  // The output ends up in journals and container logs, so it names files that only their owner can read.
  const key = `-H "Authorization: Bearer $(cat '${file}')"`;
  process.stdout.write(`
Tollgate is ready.

  Address            ${url}
  API key            in ${file}   (organization "Demo")
  Admin key          ${adminKeyPlace(config)}
  API documentation  ${url}/docs
  Data               ${config.dataDirectory}

Try it:

  curl -s ${url}/api/v1/billable_metrics ${key} ${json} -d '{"billable_metric":{"name":"API calls","code":"api_calls","aggregation_type":"count_agg"}}'
  curl -s ${url}/api/v1/events ${key} ${json} -d '{"event":{"transaction_id":"first","external_subscription_id":"sub_1","code":"api_calls"}}'
  curl -s ${url}/api/v1/events ${key}

  npm run demo       a real hour of usage, from events to invoices
  Ctrl-C             stops; the data stays
`);
}

/** The location of the operators' key: its file, unless a setting provides it. */
const adminKeyPlace = ({ dataDirectory }: Config): string =>
  process.env['ADMIN_API_KEY'] ? 'that of ADMIN_API_KEY' : `in ${join(dataDirectory, 'admin-api-key')}`;

/** Creates the demo organization, once. @returns the file with its key */
async function demoKey(app: NestFastifyApplication, config: Config): Promise<string> {
  const file = join(config.dataDirectory, 'demo-api-key');
  if (existsSync(file)) return file;
  const { api_key } = await app
    .get(OrganizationsService, { strict: false })
    .create({ name: 'Demo', default_currency: 'EUR' });
  writeFileSync(file, `${api_key.value}\n`, { mode: 0o600 });
  return file;
}
