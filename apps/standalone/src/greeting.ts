import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { OrganizationsService, SetupLinks } from '@tollgate/identity';
import type { Config } from '@tollgate/platform';
import { firstInvoice } from './first-invoice.js';

/** The npm package has no demo. */
const hasDemo = existsSync(new URL('../../../tools/demo/', import.meta.url));
const demoLine = '  npm run demo       a real hour of usage, from events to invoices\n';

/**
 * Creates the demo organization on the first start, and prints the steps to a first invoice. While the installation has
 * no people, it prints a link that makes the first one.
 */
export async function greet(app: NestFastifyApplication, config: Config): Promise<void> {
  const url = config.publicUrl;
  const file = await demoKey(app, config);
  const link = await app.get(SetupLinks, { strict: false }).renew();
  process.stdout.write(`
Tollgate is ready.

  Console            ${consoleLine(url, link?.url)}
  Address            ${url}
  API key            in ${file}   (organization "Demo")
  Admin key          ${adminKeyPlace(config)}
  Documentation      ${url}/docs
  Data               ${config.dataDirectory}

Your first invoice, in another terminal (bash or zsh):

${walk(config)}

${hasDemo ? demoLine : ''}  Ctrl-C             stops; the data stays
`);
}

/** The address of the console; the link that makes the first person says so. */
const consoleLine = (url: string, setupLink: string | undefined): string =>
  setupLink === undefined
    ? `${url}/console`
    : `${setupLink}\n                     (makes you its first person; once, within 24 hours)`;

/** The steps to a first invoice, with the answer of each as a comment. */
function walk({ publicUrl, dataDirectory, identifierPrefix }: Config): string {
  // The output ends up in journals and container logs, so it names files that only their owner can read.
  const key = process.env['ADMIN_API_KEY'] ? '"$ADMIN_API_KEY"' : `$(cat '${join(dataDirectory, 'admin-api-key')}')`;
  return firstInvoice(publicUrl, key, identifierPrefix)
    .map(({ title, command, answer }) => [`# ${title}`, command, ...answers(answer)].join('\n'))
    .join('\n\n');
}

const answers = (answer: string): string[] =>
  answer.split('\n').flatMap((line) => (line === '' ? [] : [`# → ${line}`]));

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
