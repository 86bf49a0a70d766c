import { Breaks } from '@tollgate/platform';
import { fieldsOf, type FieldReference, type JsonSchema } from './schema-fields.js';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  'x-key-permission'?: string;
  parameters?: { name?: string; in?: string; required?: boolean; description?: string; schema?: JsonSchema }[];
  requestBody?: { content?: Record<string, { schema?: JsonSchema; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema?: JsonSchema }> }>;
}

interface InterfaceDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

/** A call of the interface in a list. */
export interface FoundCall {
  call: string;
  operation_id: string;
  summary: string;
  tag: string;
}

/** The reference of a call. */
export interface CallReference extends FoundCall {
  /** The permission that a key needs; null where the call takes no key. */
  key_permission: string | null;
  parameters: { name: string; in: string; required: boolean; description: string | null }[];
  body: FieldReference[];
  body_example: unknown;
  answer: FieldReference[];
}

interface Entry extends FoundCall {
  operation: Operation;
  /** Words of its address, its name and its summary. */
  named: Set<string>;
  /** Words of the names of its fields. */
  fields: Set<string>;
}

const mostWords = 12;
const weights = { named: 4, begins: 2, field: 1 };

interface Content {
  entries: Entry[];
  schemas: Record<string, JsonSchema>;
}

/** Searches the document of the public interface that this process serves. */
export class InterfaceIndex {
  private loading: Promise<Content> | undefined;

  /** @param readDocument reads the OpenAPI document as JSON */
  constructor(private readonly readDocument: () => Promise<string>) {}

  /** The calls that fit the words of a text best, the best first. */
  async find(text: string, most: number): Promise<FoundCall[]> {
    const words = wordsOf(text).slice(0, mostWords);
    const { entries } = await this.content();
    return entries
      .map((entry) => ({ entry, score: words.reduce((sum, word) => sum + scoreOf(entry, word), 0) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score || one.entry.call.length - other.entry.call.length)
      .slice(0, most)
      .map(({ entry: { call, operation_id, summary, tag } }) => ({ call, operation_id, summary, tag }));
  }

  /**
   * The reference of a call.
   * @param name its operation id, or its method and path such as `GET /invoices/{svc_id}`
   * @returns null for an unknown call
   */
  async read(name: string): Promise<CallReference | null> {
    const { entries, schemas } = await this.content();
    const spelling = normalized(name);
    const entry = entries.find(({ call, operation_id: id }) => id === name.trim() || normalized(call) === spelling);
    if (!entry) return null;
    const { operation, call, operation_id, summary, tag } = entry;
    const body = operation.requestBody?.content?.['application/json'];
    const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
    return {
      call,
      operation_id,
      summary,
      tag,
      key_permission: operation['x-key-permission'] ?? null,
      parameters: (operation.parameters ?? []).flatMap(({ name: parameter, in: place, required, description }) =>
        parameter === undefined
          ? []
          : [{ name: parameter, in: place ?? 'query', required: required === true, description: description ?? null }],
      ),
      body: fieldsOf(body?.schema, schemas),
      body_example: body?.example ?? null,
      answer: fieldsOf(success?.content?.['application/json']?.schema, schemas),
    };
  }

  /** The index is built at the first question: most processes never need it. A failure is tried again. */
  private content(): Promise<Content> {
    this.loading ??= this.readDocument().then(indexed);
    this.loading.catch(() => (this.loading = undefined));
    return this.loading;
  }
}

/** Indexes a document, with pauses for other calls. */
async function indexed(text: string): Promise<Content> {
  const { paths, components } = JSON.parse(text) as InterfaceDocument;
  const { schemas } = components;
  const entries: Entry[] = [];
  const breaks = new Breaks();
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations)) {
      entries.push(entryOf(`${method.toUpperCase()} ${path}`, operation, schemas));
      if (breaks.isDue) await breaks.take();
    }
  return { entries, schemas };
}

function entryOf(call: string, operation: Operation, schemas: Content['schemas']): Entry {
  const { operationId, summary, tags, parameters = [], requestBody } = operation;
  const body = fieldsOf(requestBody?.content?.['application/json']?.schema, schemas);
  const names = [...body.map(({ name }) => name), ...parameters.map(({ name = '' }) => name)];
  return {
    call,
    operation_id: operationId,
    summary,
    tag: tags[0] ?? '',
    operation,
    named: new Set(wordsOf(`${call} ${operationId} ${summary} ${tags.join(' ')}`)),
    fields: new Set(wordsOf(names.join(' '))),
  };
}

function scoreOf({ named, fields }: Entry, word: string): number {
  if (named.has(word)) return weights.named;
  if ([...named].some((one) => one.startsWith(word))) return weights.begins;
  return fields.has(word) ? weights.field : 0;
}

/** Words that say nothing about a call. */
const fillWords = new Set(['an', 'and', 'by', 'for', 'from', 'how', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);

/** Words in small letters, without the plural: `createWallet` has two. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !fillWords.has(word))
    .map((word) => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, ''));

/** A call in one spelling, whichever way its parameters are written. */
const normalized = (call: string): string =>
  call
    .trim()
    .toLowerCase()
    .replace(/^(\w+)\s+(\/api\/v1)?/, '$1 ')
    .replace(/\{\w+\}|:\w+/g, '{}');
