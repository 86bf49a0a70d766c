// node tools/stripe/generate.ts --openapi FILE
// Writes parameters.json: which parameters each operation of the double accepts. Names, types and values come from the
// type declarations of the installed SDK. They are those of the API version to which it is pinned. Declarations lack
// lengths and whole numbers, which Stripe's OpenAPI document has (README.md says where to get it).
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { addLimits, type OpenApiDocument } from './generate-limits.ts';
import { declaredParameters } from './generate-operations.ts';
import type { ObjectSchema, ParameterTable, Schema } from './schema.ts';

const sdk = fileURLToPath(new URL('../../node_modules/stripe/', import.meta.url));
const { values: options } = parseArgs({ options: { openapi: { type: 'string' } } });
if (!options.openapi) throw new Error('--openapi FILE: the OpenAPI document of Stripe (spec3.json)');

/** Declarations by their full name, such as `RefundCreateParams.Reason`, and the names that enclose them. */
type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;
type Scope = { readonly declarations: Map<string, Declaration>; readonly path: string[] };

function collect(node: ts.Node, path: string[], into: Map<string, Declaration>): void {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
    into.set([...path, node.name.text].join('.'), node);
    return;
  }
  const inner = ts.isModuleDeclaration(node) ? [...path, node.name.getText()] : path;
  ts.forEachChild(node, (child) => collect(child, inner, into));
}

function declarationsOf(file: string): Map<string, Declaration> {
  const text = readFileSync(`${sdk}esm/${file}`, 'utf8');
  const declarations = new Map<string, Declaration>();
  collect(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), [], declarations);
  return declarations;
}

const shared = declarationsOf('shared.d.ts');

/** The declaration that a name means in a scope: the innermost one, then those that all files share. */
function resolve(name: string, { declarations, path }: Scope): { node: Declaration; scope: Scope } {
  for (let depth = path.length; depth >= 0; depth--) {
    const full = [...path.slice(0, depth), name].join('.');
    const node = declarations.get(full);
    if (node) return { node, scope: { declarations, path: full.split('.').slice(0, -1) } };
  }
  const simple = name.replace(/^Stripe\./, '');
  const node = shared.get(simple);
  if (node) return { node, scope: { declarations: shared, path: [] } };
  throw new Error(`${name} is declared neither in its file nor in shared.d.ts`);
}

const builtIn: Record<string, Schema> = {
  MetadataParam: 'metadata',
  Decimal: 'number',
  OtherString: { any: [] },
};

function unionOf(types: Schema[]): Schema {
  const parts = types.flatMap((type) => (typeof type === 'object' && 'any' in type ? type.any : [type]));
  const values = parts.flatMap((type) => (typeof type === 'object' && 'values' in type ? type.values : []));
  const others = parts.filter((type) => !(typeof type === 'object' && 'values' in type));
  const all = [...(values.length > 0 ? [{ values: [...new Set(values)] }] : []), ...others];
  return all.length === 1 ? (all[0] as Schema) : { any: all };
}

function schemaOfReference(node: ts.TypeReferenceNode, scope: Scope): Schema {
  const name = node.typeName.getText();
  const [first] = node.typeArguments ?? [];
  const last = name.split('.').at(-1) as string;
  if (last === 'Array' && first) return { items: schemaOf(first, scope) };
  if (last === 'Emptyable' && first) return unionOf([{ values: [''] }, schemaOf(first, scope)]);
  const known = builtIn[last];
  if (known) return known;
  const found = resolve(name, scope);
  return ts.isInterfaceDeclaration(found.node)
    ? schemaOfInterface(found.node, found.scope)
    : schemaOf(found.node.type, found.scope);
}

function schemaOf(node: ts.TypeNode, scope: Scope): Schema {
  if (node.kind === ts.SyntaxKind.StringKeyword) return 'text';
  if (node.kind === ts.SyntaxKind.NumberKeyword) return 'number';
  if (node.kind === ts.SyntaxKind.BooleanKeyword) return 'boolean';
  if (ts.isLiteralTypeNode(node)) {
    if (ts.isStringLiteral(node.literal)) return { values: [node.literal.text] };
    if (node.literal.kind === ts.SyntaxKind.NullKeyword) return { values: [''] };
    return { values: [node.literal.getText()] };
  }
  if (ts.isUnionTypeNode(node)) return unionOf(node.types.map((type) => schemaOf(type, scope)));
  if (ts.isParenthesizedTypeNode(node)) return schemaOf(node.type, scope);
  if (ts.isTypeReferenceNode(node)) return schemaOfReference(node, scope);
  if (ts.isTypeLiteralNode(node)) return schemaOfMembers(node.members, scope);
  throw new Error(`${ts.SyntaxKind[node.kind]} is not known: ${node.getText()}`);
}

function schemaOfMembers(members: ts.NodeArray<ts.TypeElement>, scope: Scope): ObjectSchema {
  const fields: Record<string, Schema> = {};
  const required: string[] = [];
  for (const member of members) {
    if (ts.isIndexSignatureDeclaration(member)) return { fields: {}, rest: schemaOf(member.type, scope) };
    if (!ts.isPropertySignature(member) || !member.type) throw new Error(`Unexpected member: ${member.getText()}`);
    const name = (member.name as ts.Identifier | ts.StringLiteral).text;
    fields[name] = schemaOf(member.type, scope);
    if (!member.questionToken) required.push(name);
  }
  return { fields, ...(required.length > 0 && { required }) };
}

function schemaOfInterface(node: ts.InterfaceDeclaration, scope: Scope): ObjectSchema {
  const own = schemaOfMembers(node.members, scope);
  const bases = (node.heritageClauses ?? []).flatMap(({ types }) => types);
  for (const base of bases) {
    const found = resolve(base.expression.getText(), scope);
    if (!ts.isInterfaceDeclaration(found.node)) throw new Error(`${base.getText()} is not an interface`);
    const inherited = schemaOfInterface(found.node, found.scope);
    own.fields = { ...inherited.fields, ...own.fields };
    const required = [...(inherited.required ?? []), ...(own.required ?? [])];
    if (required.length > 0) own.required = [...new Set(required)];
  }
  return own;
}

/** Replaces objects that occur several times by names, so that the file stays small. */
function share(operations: Record<string, Schema>): ParameterTable['definitions'] {
  const seen = new Map<string, number>();
  const count = (schema: Schema): void => {
    if (typeof schema === 'string') return;
    const text = JSON.stringify(schema);
    if (text.length > 60) seen.set(text, (seen.get(text) ?? 0) + 1);
    if ((seen.get(text) ?? 0) > 1) return;
    for (const child of childrenOf(schema)) count(child);
  };
  Object.values(operations).forEach(count);
  const definitions: Record<string, Schema> = {};
  const names = new Map<string, string>();
  const replace = (schema: Schema): Schema => {
    if (typeof schema === 'string') return schema;
    const text = JSON.stringify(schema);
    const known = names.get(text);
    if (known) return { see: known };
    const replaced = mapChildren(schema, replace);
    if ((seen.get(text) ?? 0) < 2) return replaced;
    const name = `d${names.size + 1}`;
    names.set(text, name);
    definitions[name] = replaced;
    return { see: name };
  };
  for (const [name, schema] of Object.entries(operations)) operations[name] = mapChildren(schema, replace);
  return definitions;
}

function childrenOf(schema: Exclude<Schema, string>): Schema[] {
  if ('items' in schema) return [schema.items];
  if ('any' in schema) return schema.any;
  if ('fields' in schema) return [...Object.values(schema.fields), ...(schema.rest ? [schema.rest] : [])];
  return [];
}

function mapChildren(schema: Schema, map: (schema: Schema) => Schema): Schema {
  if (typeof schema === 'string') return schema;
  if ('items' in schema) return { items: map(schema.items) };
  if ('any' in schema) return { any: schema.any.map(map) };
  if ('fields' in schema) {
    const fields = Object.fromEntries(Object.entries(schema.fields).map(([name, field]) => [name, map(field)]));
    return { ...schema, fields, ...(schema.rest && { rest: map(schema.rest) }) };
  }
  return schema;
}

const document = JSON.parse(readFileSync(options.openapi, 'utf8')) as OpenApiDocument;
const operations: Record<string, Schema> = {};
for (const [operation, file, name] of declaredParameters) {
  const declarations = declarationsOf(`resources/${file}.d.ts`);
  const { node, scope } = resolve(name, { declarations, path: [] });
  if (!ts.isInterfaceDeclaration(node)) throw new Error(`${name} is not an interface`);
  operations[operation] = addLimits(schemaOfInterface(node, scope), operation, document);
}
const definitions = share(operations);
const version = (file: string) => readFileSync(sdk + file, 'utf8').trim();
const apiVersion = /ApiVersion = '([^']+)'/.exec(version('esm/apiVersion.js'))?.[1];
if (!apiVersion) throw new Error('The SDK states no version of the API');
const table: ParameterTable = {
  source: { sdk: version('VERSION'), api: apiVersion, limits: document.info.version },
  definitions,
  operations,
};
const lines = (entries: Record<string, Schema>) =>
  Object.entries(entries)
    .map(([name, schema]) => `    ${JSON.stringify(name)}: ${JSON.stringify(schema)}`)
    .join(',\n');
const text = `{
  "source": ${JSON.stringify(table.source)},
  "definitions": {
${lines(table.definitions)}
  },
  "operations": {
${lines(table.operations)}
  }
}
`;
writeFileSync(new URL('parameters.json', import.meta.url), text);
console.log(
  `${declaredParameters.length} operations, ${Object.keys(definitions).length} definitions, ${text.length} bytes`,
);
