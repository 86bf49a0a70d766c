// Packages from the npm registry, outside of this workspace.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectory, say } from '@tollgate/harness/process';
import { runToEnd } from './run.ts';

/** Installs packages once, in a directory of their own below the cache. @returns that directory */
async function packagesDirectory(name: string, packages: string[]): Promise<string> {
  const directory = join(cacheDirectory(), name);
  if (existsSync(join(directory, 'complete'))) return directory;
  say(`Installing ${packages.join(', ')} ...`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{"private":true}');
  await runToEnd('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', ...packages], {
    cwd: directory,
  });
  writeFileSync(join(directory, 'complete'), '');
  return directory;
}

const javascriptPackage = 'lago-javascript-client@1.53.0';

/** The directory of the JavaScript client package that third parties publish. */
export const javascriptDirectory = (): Promise<string> => packagesDirectory(javascriptPackage, [javascriptPackage]);

/** The directory of the programs that generate TypeScript clients; the first one needs TypeScript 5. */
export const generatorsDirectory = (): Promise<string> =>
  packagesDirectory('client-generators-1', [
    'openapi-typescript@7.13.0',
    '@hey-api/openapi-ts@0.99.0',
    'typescript@5.9.3',
  ]);

/** The directory of Vercel's AI SDK: its present version, whose telemetry is a package, and the one before. */
export const modelsDirectory = (): Promise<string> =>
  packagesDirectory('model-senders-1', ['ai@7.0.173', '@ai-sdk/otel@1.0.173', 'ai-6@npm:ai@6.0.325']);

/** The directory of Next, with the types that its build checks: several times as large as all others together. */
export const nextDirectory = (): Promise<string> =>
  packagesDirectory('next-1', [
    'next@16.4.6',
    'react@19.3.1',
    'react-dom@19.3.1',
    'typescript@5.9.3',
    '@types/react@19.3.1',
    '@types/node@24.19.4',
  ]);

/** The directory of a TypeScript project for `@tollgate/sdk`: a compiler, its dependency, and packages of its examples. */
export const sdkProjectDirectory = (): Promise<string> =>
  packagesDirectory('sdk-project-2', [
    'typescript@5.9.3',
    '@types/node@22.20.5',
    'openapi-fetch@0.17.0',
    'express@5.3.0',
    '@types/express@5.0.6',
    'fastify@5.12.8',
    '@langchain/core@1.4.0',
  ]);

/** The directory of the packages that send usage. */
export const sendersDirectory = (): Promise<string> =>
  packagesDirectory('event-senders-2', ['@openmeter/sdk@1.0.0-beta.232', 'cloudevents@10.0.0', 'stripe@23.1.0']);
