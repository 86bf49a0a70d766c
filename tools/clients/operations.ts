// The calls that generated clients have, by the names of the document.

/** The part of an OpenAPI document that names its calls. */
export interface NamedCalls {
  paths: Record<string, Record<string, { operationId: string }>>;
}

/** The names of all calls of a document. */
export const operationIdsOf = ({ paths }: NamedCalls): string[] =>
  Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));

/** `listPlanCharges` as `list_plan_charges`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The calls of types that `openapi-typescript` wrote. */
export function operationsOfTypes(source: string): string[] {
  const [, block = ''] = /^export interface operations \{\n(.*?)^\}/ms.exec(source) ?? [];
  return [...block.matchAll(/^ {4}(\w+): \{$/gm)].map(([, name = '']) => name);
}

/** The calls of functions that `@hey-api/openapi-ts` wrote. */
export const operationsOfFunctions = (source: string): string[] =>
  [...source.matchAll(/^export const (\w+) = /gm)].map(([, name = '']) => name);

/** The calls of modules that `openapi-python-client` wrote, by the names of their files: `api/taxes/list_taxes.py`. */
export const operationsOfModules = (files: readonly string[]): string[] =>
  files.flatMap((file) => /^[^/]+\/(?!__init__)(\w+)\.py$/.exec(file.replaceAll('\\', '/'))?.[1] ?? []);
