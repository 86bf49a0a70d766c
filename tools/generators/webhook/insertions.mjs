// Insertions of a type of webhooks into existing files. Each takes the text of a file and returns it with the addition.
import { changed } from '../insertion.mjs';

const escaped = (text) => text.replaceAll('.', '\\.');

/** After the last type of its object, or as the last one. */
export const inTypes = (text, { type, object, key }) => {
  const entry = `  '${type}': '${key}',`;
  const ofObject = new RegExp(`(?:^  '${object}\\.[^\\n]*\\n)+`, 'm');
  return ofObject.test(text)
    ? text.replace(ofObject, (types) => `${types}${entry}\n`)
    : changed(text, /(\n\} as const satisfies)/, `\n${entry}$1`, 'webhookTypes');
};

/** Whether a message carries the object itself: its service has no reader of it. @param payloads of the object, if any */
export const carriesObject = (payloads, { object }) =>
  payloads === undefined || payloads.includes(`embedded('${object}')`);

/** As the last message of its service. @param isCarried whether it carries the object itself */
export const inMessages = (text, { type, object, producer, table }, isCarried) => {
  const consumers = /\btoWebhooks\b/.test(text) ? 'toWebhooks' : "['webhook-delivery']";
  const carried = isCarried ? `, ${object}: z.record(z.string(), z.unknown())` : '';
  const entry = `  '${type}': {
    producer: '${producer}',
    consumers: ${consumers},
    payload: z.object({ ${object}_id: z.uuid()${carried} }),
  },`;
  return changed(text, new RegExp(`(const ${table} = \\{[^]*?)(\\n\\} as const satisfies)`), `$1\n${entry}$2`, table);
};

/** As the last payload of its object, with the reader of its other types. */
export const inPayloads = (text, { type, object, camel }) => {
  const [, reader] = new RegExp(`resource\\('${object}_id', (\\w+)\\)`).exec(text) ?? [];
  const isCarried = carriesObject(text, { object });
  if (!isCarried && !reader)
    throw new Error(`${camel}Payloads: no type reads the object by ${object}_id. Write the payload by hand`);
  const source = isCarried ? `embedded('${object}')` : `resource('${object}_id', ${reader})`;
  return changed(
    text,
    new RegExp(`(const ${camel}Payloads: [^=]*= \\{[^]*?)(\\n\\};)`),
    `$1\n  '${type}': ${source},$2`,
    `${camel}Payloads`,
  );
};

/** A new object in the table of all payloads. */
export const inPayloadSources = (text, { camel, file }) => {
  const imported = changed(
    text,
    /^(import type \{ PayloadSource \})/m,
    `import { ${camel}Payloads } from './${file}.js';\n$1`,
    'the imports of payloads',
  );
  return changed(
    imported,
    /(payloadSources: [^]*?\} = \{[^}]*)(\n\};)/,
    `$1\n  ...${camel}Payloads,$2`,
    'payloadSources',
  );
};

/** A row of the reference, after those of the object or as the last one (webhooks, section 4). */
export const inReference = (text, { type, object, key, one }) => {
  const row = `| \`${type}\` | \`${key}\` | ${one.charAt(0).toUpperCase()}${one.slice(1)} | to be stated |`;
  const [table] = /^## 4\. [^]*?(?=\n\nFilter list)/m.exec(text) ?? [];
  if (table === undefined) throw new Error('The reference has no table of webhooks');
  const rows = table.split('\n');
  const ofObject = rows.findLastIndex((line) => new RegExp(`^\\| \`${escaped(`${object}.`)}`).test(line));
  rows.splice((ofObject === -1 ? rows.length - 1 : ofObject) + 1, 0, row);
  return text.replace(table, () => rows.join('\n'));
};
