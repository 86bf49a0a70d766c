import { componentTexts, fieldText, parameterText, type FieldText } from '../texts/index.js';
import { Examples } from './examples.js';
import type { Json } from './schemas.js';

const isRecord = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const words = (name: string): string => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
/** Shapes of bodies are described by their name: `TaxCreate`, `TaxUpdate`, `TaxInput`. */
const bodyTexts: [RegExp, (name: string) => string][] = [
  [/Create$/, (name) => `A new ${words(name)}`],
  [/Update$/, (name) => `Changes of a ${words(name)}; absent fields stay as they are`],
  [/Input$/, (name) => `A ${words(name)} in a request`],
];

function componentText(name: string): string | undefined {
  const rule = bodyTexts.find(([end]) => end.test(name));
  return componentTexts[name] ?? rule?.[1](name.replace(rule[0], ''));
}

/** Adds descriptions and examples to the strict document: to shapes, fields, parameters and calls. */
class Annotations {
  private readonly shapes: Record<string, Json>;
  private readonly examples: Examples;

  constructor(
    shapes: Record<string, Json>,
    private readonly identifierPrefix: string,
  ) {
    // Fields refer to shapes only for what they are, so the order does not matter.
    this.examples = new Examples(shapes);
    this.shapes = Object.fromEntries(
      Object.entries(shapes).map(([name, shape]) => {
        const description = componentText(name);
        return [name, { ...(description ? { description } : {}), ...this.schema(shape, [name]) }];
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
    const id = String(own['operationId']);
    const names = ((parameters ?? []) as unknown as Json[]).map(({ name }) => name);
    return {
      ...own,
      description: callText(own, names),
      ...(parameters ? { parameters: (parameters as unknown as Json[]).map((one) => this.parameter(one)) } : {}),
      ...(requestBody ? { requestBody: this.payload(requestBody, id) } : {}),
      responses: { 200: this.payload(success ?? {}, id), ...errors },
    };
  }

  private payload(payload: Json, operationId: string): Json {
    const content = mapValues(payload['content'] as Record<string, Json>, ({ schema }, type) => {
      const annotatedSchema = this.schema(schema as Json, [operationId]);
      const example = type === 'application/json' ? this.examples.of(annotatedSchema) : '';
      return { schema: annotatedSchema, example };
    });
    return { ...payload, content };
  }

  private parameter(parameter: Json): Json {
    const text = parameterText(this.internal(String(parameter['name']).replace('[]', '')));
    const example = this.examples.of(parameter['schema'] as Json, text?.[1]);
    return {
      ...parameter,
      ...(text ? { description: text[0] } : {}),
      ...(example === undefined ? {} : { example }),
    };
  }

  /** A schema whose fields have texts. @param place the component and the fields that lead to it */
  private schema(schema: Json, place: readonly string[]): Json {
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]): [string, unknown] => {
        if (key === 'properties' && isRecord(value))
          return [key, mapValues(value as Record<string, Json>, (field, name) => this.field(field, place, name))];
        if (key === 'anyOf' && Array.isArray(value)) return [key, value.map((one: Json) => this.schema(one, place))];
        return [
          key,
          (key === 'items' || key === 'additionalProperties') && isRecord(value) ? this.schema(value, place) : value,
        ];
      }),
    );
  }

  private field(field: Json, place: readonly string[], name: string): Json {
    const inner = this.schema(field, [...place, name]);
    // A field that holds a shape of its own is described by that.
    if (this.holdsObjects(inner)) return inner;
    return this.withText(inner, fieldText(place, this.internal(name)));
  }

  private withText(schema: Json, text: FieldText | undefined): Json {
    const { examples: _, ...own } = schema;
    const isObject = 'properties' in schema || isRecord((schema['items'] as Json | undefined)?.['properties']);
    const example = isObject ? undefined : isMostlyNull(own, text) ? null : this.examples.of(own, text?.[1]);
    return {
      ...(text && !('description' in schema) ? { description: text[0] } : {}),
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

  /** A name without this installation's prefix: `svc_id`. */
  private internal(name: string): string {
    const start = `${this.identifierPrefix}_`;
    return name.startsWith(start) && fieldText([], name) === undefined ? `svc_${name.slice(start.length)}` : name;
  }
}

/** Whether a field is null for most objects, by its text. */
const isMostlyNull = (schema: Json, text: FieldText | undefined): boolean =>
  /null (unless|for other|without one)/.test(text?.[0] ?? '') && /"null"/.test(JSON.stringify(schema));

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

/** The description of a call, beside its summary: who may make it, and how it pages. */
function callText({ deprecated, security, ...call }: Json, parameters: unknown[]): string {
  const member = call['x-permission'];
  const access = member
    ? 'x-alternative-permissions' in call
      ? 'Members and keys need to be able to list one of the kinds of objects; the answer has these kinds alone.'
      : `Members need ${namesOf(call, 'permission')}, keys ${namesOf(call, 'key-permission')}.`
    : (security as unknown[] | undefined)?.length
      ? 'Customers call it with the token of their portal address.'
      : security
        ? 'No key is needed.'
        : 'People call it with a session.';
  return [
    access,
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
export function annotated(document: Json, identifierPrefix: string): Json {
  const { schemas } = document['components'] as { schemas: Record<string, Json> };
  return new Annotations(schemas, identifierPrefix).document(document);
}
