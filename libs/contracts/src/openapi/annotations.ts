import type { FieldText } from '@tollgate/rating';
import { Examples } from './examples.js';
import { notedText, withoutNote, type Json } from './schemas.js';

const isRecord = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const words = (name: string): string => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
/** Shapes of bodies are described by their name: `TaxCreate`, `TaxUpdate`, `TaxInput`. */
const bodyTexts: [RegExp, (name: string) => string][] = [
  [/Create$/, (name) => `A new ${words(name)}`],
  [/Update$/, (name) => `Changes of a ${words(name)}; absent fields stay as they are`],
  [/Input$/, (name) => `A ${words(name)} in a request`],
];

function shapeText(name: string, shape: Json): string | undefined {
  const rule = bodyTexts.find(([end]) => end.test(name));
  return notedText(shape)?.[0] ?? rule?.[1](name.replace(rule[0], ''));
}

/** Adds descriptions and examples to the strict document: to shapes, fields, parameters and calls. */
class Annotations {
  private readonly shapes: Record<string, Json>;
  private readonly examples: Examples;

  constructor(shapes: Record<string, Json>) {
    // Fields refer to shapes only for what they are, so the order does not matter.
    this.examples = new Examples(shapes);
    this.shapes = Object.fromEntries(
      Object.entries(shapes).map(([name, shape]) => {
        const description = shapeText(name, shape);
        return [name, { ...(description ? { description } : {}), ...this.schema(shape) }];
      }),
    );
    this.examples = new Examples(this.shapes);
  }

  document(document: Json): Json {
    const { paths, components } = document as { paths: Record<string, Record<string, Json>>; components: Json };
    return {
      ...document,
      paths: mapValues(paths, (item) => mapValues(item, (call) => this.call(call))),
      components: { ...components, schemas: this.shapes },
    };
  }

  private call(call: Json): Json {
    const { parameters, requestBody, responses, ...own } = call as Record<string, Json>;
    const { 200: success, ...errors } = responses as Record<string, Json>;
    const names = ((parameters ?? []) as unknown as Json[]).map(({ name }) => name);
    return {
      ...own,
      description: callText(own, names),
      ...(parameters ? { parameters: (parameters as unknown as Json[]).map((one) => this.parameter(one)) } : {}),
      ...(requestBody ? { requestBody: this.payload(requestBody) } : {}),
      responses: { 200: this.payload(success ?? {}), ...errors },
    };
  }

  private payload(payload: Json): Json {
    const content = mapValues(payload['content'] as Record<string, Json>, ({ schema }, type) => {
      const annotatedSchema = this.schema(schema as Json);
      const example = type.endsWith('json') ? this.examples.of(annotatedSchema) : '';
      return { schema: annotatedSchema, example };
    });
    return { ...payload, content };
  }

  private parameter({ schema: noted, ...parameter }: Json): Json {
    const text = notedText(noted as Json);
    const schema = withoutNote(noted as Json);
    const example = this.examples.of(schema, text?.[1]);
    return {
      ...parameter,
      schema,
      ...(text ? { description: text[0] } : {}),
      ...(example === undefined ? {} : { example }),
    };
  }

  /** A schema whose fields have their texts as descriptions and examples. */
  private schema(noted: Json): Json {
    return Object.fromEntries(
      Object.entries(withoutNote(noted)).map(([key, value]): [string, unknown] => {
        if (key === 'properties' && isRecord(value))
          return [key, mapValues(value as Record<string, Json>, (field) => this.field(field))];
        if (key === 'anyOf' && Array.isArray(value)) return [key, value.map((one: Json) => this.schema(one))];
        return [
          key,
          (key === 'items' || key === 'additionalProperties') && isRecord(value) ? this.schema(value) : value,
        ];
      }),
    );
  }

  private field(noted: Json): Json {
    const field = this.schema(noted);
    // A field that holds a shape of its own is described by that.
    if (this.holdsObjects(field)) return field;
    return this.withText(field, notedText(noted));
  }

  private withText(schema: Json, text: FieldText | undefined): Json {
    const { examples: _, description = text?.[0], ...own } = schema;
    const isObject = 'properties' in schema || isRecord((schema['items'] as Json | undefined)?.['properties']);
    const example = isObject ? undefined : isMostlyNull(own, description) ? null : this.examples.of(own, text?.[1]);
    return {
      ...(description === undefined ? {} : { description }),
      ...own,
      ...(example === undefined || hasGap(example) ? {} : { examples: [example] }),
    };
  }

  /** Whether a field holds, or lists, a shape that has fields or kinds of its own. */
  private holdsObjects(schema: Json): boolean {
    const target = this.examples.named(schema)?.shape;
    if (target) return 'properties' in target || 'anyOf' in target;
    if (isRecord(schema['items'])) return this.holdsObjects(schema['items']);
    return ((schema['anyOf'] as Json[] | undefined) ?? []).some((choice) => this.holdsObjects(choice));
  }
}

/** Whether a field is null for most objects, by its text. */
const isMostlyNull = (schema: Json, description: unknown): boolean =>
  /null (unless|for other|without one)/.test(String(description)) && /"null"/.test(JSON.stringify(schema));

/** Whether a text is missing somewhere in an example. */
const hasGap = (example: unknown): boolean =>
  example === undefined || (typeof example === 'object' && example !== null && Object.values(example).some(hasGap));

const mapValues = <T, R>(record: Record<string, T>, change: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));

/** The permissions of a call: its own, and those of other resources that it shows. */
const namesOf = (call: Json, kind: 'permission' | 'key-permission'): string =>
  [call[`x-${kind}`], ...((call[`x-further-${kind}s`] as unknown[] | undefined) ?? [])]
    .map((name) => `\`${String(name)}\``)
    .join(' and ');

/** The callers with a credential of another kind than a key. */
const accessTexts: Readonly<Record<string, string>> = {
  portal_token: 'Customers call it with the token of their portal address.',
  source_secret: 'Senders call it with the secret of the event source, or with a key that has `event:write`.',
};

/** The description of a call, beside its summary: who may make it, and how it pages. */
function callText({ deprecated, security, ...call }: Json, parameters: unknown[]): string {
  const member = call['x-permission'];
  const access = member
    ? 'x-alternative-permissions' in call
      ? 'Members and keys need to be able to list one of the kinds of objects; the answer has these kinds alone.'
      : `Members need ${namesOf(call, 'permission')}, keys ${namesOf(call, 'key-permission')}.`
    : security
      ? (accessTexts[Object.keys((security as Json[])[0] ?? {})[0] ?? ''] ?? 'No key is needed.')
      : 'People call it with a session.';
  const others = Object.keys((call['x-other-bodies'] as Json | undefined) ?? {}).map((type) => `\`${type}\``);
  return [
    access,
    ...(others.length > 0 ? [`Bodies may also be ${others.join(' or ')}; the answer is then 204.`] : []),
    ...(parameters.includes('per_page')
      ? ['The answer is a page: `page` and `per_page` select it, `meta` has its position in the list.']
      : []),
    ...(parameters.includes('cursor')
      ? ['With `cursor`, `meta.next_cursor` continues the list, and `total_count` is 10,000 at most.']
      : []),
    ...(deprecated ? ['Deprecated: it remains for older clients.'] : []),
  ].join('\n\n');
}

/** Adds descriptions and examples to a document. */
export function annotated(document: Json): Json {
  const { schemas } = document['components'] as { schemas: Record<string, Json> };
  return new Annotations(schemas).document(document);
}
