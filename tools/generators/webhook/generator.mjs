// npx nx g @tollgate/generators:webhook payment_request.expired --producer payment
// Creates a type of webhooks: its name in the contracts, its message, its payload with a spec, and its row of the
// reference. The service then writes the message (docs/contribute/add-a-webhook.md).
import { formatFiles, generateFiles } from '@nx/devkit';
import { fileURLToPath } from 'node:url';
import { carriesObject, inMessages, inPayloads, inPayloadSources, inReference, inTypes } from './insertions.mjs';
import { namesOf } from './names.mjs';

const templates = (part) => fileURLToPath(new URL(`files/${part}`, import.meta.url));
const contracts = 'libs/contracts/src';
const payloads = 'libs/webhook-delivery/src/webhook-creation/payloads';
const reference = 'docs/reference/behaviour/webhooks.md';

export default async function webhook(tree, options) {
  const names = namesOf(options);
  const types = `${contracts}/resources/webhook-types.ts`;
  if (tree.read(types, 'utf8').includes(`'${names.type}'`)) throw new Error(`${names.type} is there already`);
  const messages = `${contracts}/protocol/messages/${names.producer}.ts`;
  if (!tree.exists(messages)) throw new Error(`There is no service ${names.producer} that publishes messages`);
  const file = `${payloads}/${names.file}.ts`;
  const ofObject = tree.exists(file) ? tree.read(file, 'utf8') : undefined;
  const isCarried = carriesObject(ofObject, names);
  const edits = [
    [types, inTypes],
    [messages, (text) => inMessages(text, names, isCarried)],
    ofObject === undefined ? [`${payloads}/payloads.ts`, inPayloadSources] : [file, inPayloads],
    [reference, inReference],
  ];
  const texts = edits.map(([path, edit]) => [path, edit(tree.read(path, 'utf8'), names)]);
  for (const [path, text] of texts) tree.write(path, text);
  if (ofObject === undefined) generateFiles(tree, templates('object'), payloads, names);
  generateFiles(tree, templates('spec'), payloads, { ...names, isCarried });
  await formatFiles(tree);
  return () => {
    console.log(`
The webhook ${names.type} is there. What is left:
  - its message, written by the service ${names.producer} in the transaction of the change
  - its row in ${reference}: when it is sent
  - a scenario in conformance/scenarios/webhooks
docs/contribute/add-a-webhook.md goes through all of them.
`);
  };
}
