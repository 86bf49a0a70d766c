// The glossary names existing types and tables, each word once and in alphabetical order.
import { listFiles, read } from './files.mjs';

const glossary = 'docs/concepts/glossary.md';
/** Tables that the platform creates in the schema of every service, and the schema of the usage store. */
const schemasOf = {
  '${schema}': ['identity', 'catalog', 'subscription', 'ingestion', 'invoicing', 'webhook_delivery'],
  '${database}': ['usage'],
};

/** The words of a glossary: `{ line, word, types, tables }`. */
export function entriesOf(markdown) {
  const cells = (line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const names = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  return markdown.split('\n').flatMap((text, index) => {
    const [word, meaning, type, table] = cells(text);
    if (table === undefined || word === 'word' || /^-+$/.test(word)) return [];
    return [{ line: index + 1, word, meaning, types: names(type), tables: names(table) }];
  });
}

/** Names of exported types, and of tables as `schema.table`, in sources. */
export function namesIn(sources) {
  const types = new Set();
  const tables = new Set();
  for (const source of sources) {
    for (const [, name] of source.matchAll(/^export (?:abstract )?(?:interface|type|class|const|enum) (\w+)/gm))
      types.add(name);
    for (const [, schema, name] of source.matchAll(/create table (?:if not exists )?(\w+|\$\{\w+\})\.(\w+)/g)) {
      for (const actualSchema of schemasOf[schema] ?? [schema]) tables.add(`${actualSchema}.${name}`);
    }
  }
  return { types, tables };
}

/** Problems of a glossary, one line each. */
export function problemsOf(entries, { types, tables }) {
  const problems = [];
  let before;
  for (const { line, word, meaning, types: ownTypes, tables: ownTables } of entries) {
    const report = (message) => problems.push(`${glossary}:${line}: ${word}: ${message}`);
    if (meaning === '') report('has no meaning');
    for (const name of ownTypes) if (!types.has(name)) report(`there is no type ${name}`);
    for (const name of ownTables) if (!tables.has(name)) report(`there is no table ${name}`);
    if (before?.line === line - 1 && before.word.localeCompare(word, 'en') >= 0)
      report(`belongs before ${before.word}`);
    before = { line, word };
  }
  return problems;
}

export function checkGlossary() {
  const sources = listFiles()
    .filter((path) => /^libs\/.*\.ts$/.test(path))
    .map(read);
  return problemsOf(entriesOf(read(glossary)), namesIn(sources));
}
