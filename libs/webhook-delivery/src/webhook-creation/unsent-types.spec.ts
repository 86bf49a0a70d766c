import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { messages, webhookTypes, type WebhookType } from '@tollgate/contracts';
import { webhookSourceTypes, webhookTypeOf } from './payloads/source-types.js';
import { unsentTypes } from './unsent-types.js';

const repository = new URL('../../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, repository), 'utf8');

/** Named by the reference, and never sent by definition. */
const neverSent = 'invoice.add_on_added';

/** The types of the reference's table: `` `a.created` / `.updated` `` names two. */
function typesOfReference(): string[] {
  const [, table = ''] = read('docs/reference/behaviour/webhooks.md').split(/^## 4\. .*$/m);
  const [rows = ''] = table.split(/^Filter list/m);
  return [...rows.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) => {
    let object = '';
    return [...cell.replaceAll(/\(.*?\)/g, '').matchAll(/`([\w.]+)`/g)].map(([, name = '']) => {
      if (!name.startsWith('.')) object = name.split('.')[0] as string;
      return name.startsWith('.') ? `${object}${name}` : name;
    });
  });
}

const types = Object.keys(webhookTypes) as WebhookType[];
const sent = new Set<string>([...webhookSourceTypes.map(webhookTypeOf), 'webhook_endpoint.test']);

describe('each type of webhooks', () => {
  it('is in the table of the reference, and the other way round', () => {
    expect(typesOfReference().sort()).toEqual([...types, neverSent].sort());
  });

  it.each(types)('%s is sent, or stated as unsent with a reason', (type) => {
    expect([type, sent.has(type)]).toEqual([type, !(type in unsentTypes)]);
  });

  it.each(webhookSourceTypes)('%s has a writer in the service that publishes it', (type) => {
    const { producer } = messages[type];
    const files = globSync(`libs/${producer}/src/**/*.ts`, { cwd: repository }).filter(
      (file) => !/\.spec\.ts$|unsent-types|\/payloads\//.test(file),
    );
    const [object = '', event = ''] = type.split('.');
    const writer = new RegExp(`['"\`](${object}\\.${event}|${object}\\.\\$\\{|\\$\\{\\w+\\}\\.${event})`);
    expect(files.some((file) => writer.test(read(file)))).toBe(true);
  });
});

it('the page for receivers lists the unsent types with their reasons', () => {
  const [, section = ''] = read('docs/start/receive-webhooks.md').split('## Types that nothing sends');
  const listed = [...section.matchAll(/^\| (`.*?`) \| (.*?) \|$/gm)].flatMap(([, names = '', reason = '']) =>
    [...names.matchAll(/`([\w.]+)`/g)].map(([, type = '']) => [type, reason]),
  );
  expect(Object.fromEntries(listed)).toEqual(unsentTypes);
});
