#!/usr/bin/env node
// The command of the npm package: `npx tollgate` runs the standalone service in the present directory.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onSignals, startServiceProcess } from '../service-process.mjs';

const help = `npx tollgate             runs Tollgate here; its data is in .data, and Ctrl-C stops it
npx tollgate --version   prints the version
npx tollgate --help      prints this

Settings are environment variables, such as PORT (3000) and DATA_DIR (.data).
The first start fetches the usage store (about 180 MB), unless CLICKHOUSE_URL names a server.`;

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const { version, engines } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const numbers = (text) => text.replace(/^\D+/, '').split('.').map(Number);

/** Whether this Node is as new as the package needs. */
function isSupported() {
  const [have, need] = [numbers(process.versions.node), numbers(engines.node)];
  const differs = need.findIndex((number, place) => have[place] !== number);
  return differs === -1 || have[differs] > need[differs];
}

async function main([command]) {
  if (command === '--version') return console.log(version);
  if (command === '--help') return console.log(help);
  if (command !== undefined) {
    console.error(help);
    process.exitCode = 2;
    return;
  }
  if (!isSupported()) {
    console.error(`This is Node ${process.versions.node}; Tollgate needs ${engines.node.replace('>=', '')} or newer.`);
    process.exitCode = 1;
    return;
  }
  const { child, ended } = startServiceProcess(process.execPath, at('apps/standalone/dist/main.js'), process.cwd());
  onSignals((signal) => child.kill(signal));
  process.exitCode = await ended;
}

await main(process.argv.slice(2));
