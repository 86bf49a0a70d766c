type Json = Record<string, unknown>;

const structure = ['object', 'array'];

/**
 * The further values that fields accept, and how they are read (catalog, section 1.4). The tolerant document is
 * complete: the service refuses everything that it forbids. The strict one leaves these values out.
 */
const readings = {
  scalarsBecomeText: [{ type: ['number', 'boolean'], description: 'Converted to text' }],
  scalarsBecomeTextOrAbsent: [
    { type: ['number', 'boolean'], description: 'Converted to text' },
    { type: structure, description: 'Treated as absent' },
  ],
  scalarsBecomeTextOrDropped: [
    { type: ['number', 'boolean'], description: 'Converted to text' },
    { type: ['null', ...structure], description: 'Ignored' },
  ],
  structureIsAbsent: [{ type: structure, description: 'Treated as absent' }],
  noListIsAbsent: [{ type: ['null', 'string', 'number', 'boolean', 'object'], description: 'Treated as absent' }],
  noObjectIsAbsent: [{ type: ['null', 'string', 'number', 'boolean', 'array'], description: 'Treated as absent' }],
  noObjectIsDropped: [{ type: ['null', 'string', 'number', 'boolean', 'array'], description: 'Ignored' }],
  anythingIsAbsent: [{ description: 'The texts `true` and `false` are read; other values are treated as absent' }],
  flagText: [{ type: 'string', enum: ['true', 'false'] }],
  wholeText: [{ type: 'string', pattern: '^-?[0-9]{1,15}$' }],
  wholeTextOrAbsent: [
    { type: 'string', pattern: '^-?[0-9]{1,15}$' },
    { type: structure, description: 'Treated as absent' },
  ],
  number: [],
  numberOrAbsent: [{ type: structure, description: 'Treated as absent' }],
} as const satisfies Record<string, readonly Json[]>;

export type Reading = keyof typeof readings;

/** Adds the further accepted values to the schema of a field. */
export function withReading(schema: Json, reading: Reading): Json {
  const { description, default: ifAbsent, minimum, maximum, ...own } = schema;
  const isNumber = reading === 'number' || reading === 'numberOrAbsent';
  const meant = isNumber
    ? [own, { type: 'number', minimum, maximum }]
    : [{ ...own, ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) }];
  const choices = [...meant.flatMap(alternatives), ...readings[reading]];
  return {
    ...(description === undefined ? {} : { description }),
    ...(ifAbsent === undefined ? {} : { default: ifAbsent }),
    ...(choices.length === 1 ? choices[0] : { anyOf: choices }),
  };
}

/** The same without the further values: decimals are text, as in answers. */
export function withoutReading(schema: Json, reading: Reading): Json {
  if (reading !== 'number' && reading !== 'numberOrAbsent') return schema;
  const { minimum: _, maximum: __, ...text } = schema;
  return text;
}

/** Flattens nested choices. */
const alternatives = (schema: Json): Json[] =>
  Array.isArray(schema['anyOf']) && Object.keys(schema).length === 1 ? (schema['anyOf'] as Json[]) : [schema];
