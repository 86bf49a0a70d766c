#!/usr/bin/env node
// The command of the npm package: `npx tollgate` runs the standalone service in the present directory.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isAtLeast, oldestNode } from '../node.mjs';
import { onSignals, startServiceProcess } from '../service-process.mjs';

const help = `npx tollgate             runs Tollgate here; its data is in .data, and Ctrl-C stops it
npx tollgate --version   prints the version
npx tollgate --help      prints this

Settings are environment variables, such as PORT (3000) and DATA_DIR (.data).
The first start fetches the usage store (about 180 MB), unless CLICKHOUSE_URL names a server.`;

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

async function main([command]) {
  if (command === '--version') return console.log(JSON.parse(readFileSync(at('package.json'), 'utf8')).version);
  if (command === '--help') return console.log(help);
  if (command !== undefined) {
    console.error(help);
    process.exitCode = 2;
    return;
  }
  if (!isAtLeast(process.versions.node, oldestNode())) {
    console.error(`This is Node ${process.versions.node}; Tollgate needs ${oldestNode()} or newer.`);
    process.exitCode = 1;
    return;
  }
  const { child, ended } = startServiceProcess(process.execPath, at('apps/standalone/dist/main.js'), process.cwd());
  onSignals((signal) => child.kill(signal));
  process.exitCode = await ended;
}

await main(process.argv.slice(2));
