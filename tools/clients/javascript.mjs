// Drives the JavaScript client in its own process: node javascript.mjs < ORDERS > REPORT (see clients.mjs).
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const { packageDirectory, baseUrl, apiKey, operations } = JSON.parse(await text(process.stdin));
const entry = createRequire(`${packageDirectory}/`).resolve('lago-javascript-client');
const { Client } = await import(pathToFileURL(entry).href);

/** Every method of a client by its name: `taxes.createTax`. */
const methodsOf = (client) =>
  Object.entries(client)
    .filter(([name, group]) => name !== 'contentFormatters' && group !== null && typeof group === 'object')
    .flatMap(([name, group]) =>
      Object.entries(group)
        .filter(([, method]) => typeof method === 'function')
        .map(([method, call]) => [`${name}.${method}`, call]),
    );

/** The request of each method, captured by a server that only listens; identifiers in the path are `x`. */
async function requests() {
  let lastRequest;
  const server = createServer((request, response) => {
    lastRequest = `${request.method} ${request.url.split('?')[0].replace('/api/v1', '')}`;
    request.resume();
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const requestsByMethod = {};
  for (const [name, call] of methodsOf(
    Client('none', { baseUrl: `http://127.0.0.1:${server.address().port}/api/v1` }),
  )) {
    lastRequest = undefined;
    await call('x', 'x', 'x', 'x', 'x', 'x').catch(() => undefined);
    requestsByMethod[name] = lastRequest;
  }
  server.close();
  return requestsByMethod;
}

const methods = new Map(methodsOf(Client(apiKey, { baseUrl: `${baseUrl}/api/v1` })));
const worked = [];
const failed = {};
for (const { name, path = [], query, body, isRead, refused } of operations) {
  const args = [...path, ...(body === undefined ? [] : [body]), ...(query === undefined ? [] : [query])];
  try {
    const { data } = await methods.get(name)(...args);
    if (isRead && (data === null || typeof data !== 'object')) throw new Error(`nothing was read: ${data}`);
    if (refused) throw new Error('it was not refused');
    worked.push(name);
  } catch (thrown) {
    if (refused && (refused === true ? [405, 422] : [refused]).includes(thrown.status)) {
      worked.push(name);
      continue;
    }
    failed[name] =
      thrown instanceof Error ? String(thrown) : `${thrown.status} ${JSON.stringify(thrown.error ?? thrown.data)}`;
  }
}
process.stdout.write(JSON.stringify({ requests: await requests(), worked, failed }));
