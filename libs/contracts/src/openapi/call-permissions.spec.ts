import { expect, it } from '@jest/globals';
import { allRoutes, memberPermissionOf, openApiDocument, permittedParts } from '../index.js';

type Operation = Record<string, unknown>;

/** The permissions of a call in the document: its own, then further ones. */
const stated = (operation: Operation, name: string): unknown[] => [
  operation[`x-${name}`],
  ...((operation[`x-further-${name}s`] as unknown[] | undefined) ?? []),
];

it('the document states every permission that the service checks, of members and of keys', () => {
  const document = openApiDocument(allRoutes, {
    version: 'test',
    serverUrl: 'http://localhost',
    identifierPrefix: 'svc',
  });
  const paths = document['paths'] as Record<string, Record<string, Operation>>;
  const ofKeys = allRoutes.filter(({ access }) => access === undefined);
  expect(ofKeys.length).toBeGreaterThan(200);
  for (const route of ofKeys) {
    const operation = paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()] ?? {};
    const parts = permittedParts(route);
    const mode = route.method === 'GET' ? 'read' : 'write';
    expect([route.method, route.path, ...stated(operation, 'key-permission')]).toEqual([
      route.method,
      route.path,
      ...parts.map(({ permission }) => `${permission}:${mode}`),
    ]);
    expect([route.method, route.path, ...stated(operation, 'permission')]).toEqual([
      route.method,
      route.path,
      ...parts.map((part) => memberPermissionOf(part) ?? undefined),
    ]);
  }
});
