// node tools/clients/generated.ts [DIRECTORY]
// Generates clients from the strict OpenAPI document and compiles them strictly: types by openapi-typescript, functions
// by @hey-api/openapi-ts, and Python by openapi-python-client. Each must have every call of the document. `npm run
// test:clients` does it too. Closes with `N passed, N failed`, counted in calls; leaves the clients in DIRECTORY if one is
// given. Needs a build.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allRoutes, openApiDocument } from '@tollgate/contracts';
import { repository, say } from '@tollgate/harness/process';
import { pythonPrograms } from '@tollgate/python/python';
import { generatorsDirectory } from './javascript-package.ts';
import {
  type NamedCalls,
  operationIdsOf,
  operationsOfFunctions,
  operationsOfModules,
  operationsOfTypes,
  snakeCase,
} from './operations.ts';
import { runToEnd } from './run.ts';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

interface Workplace {
  directory: string;
  /** The file of the document. */
  input: string;
}

interface Generator {
  name: string;
  /** Generates and compiles a client. @returns the names of its calls @throws Error if either fails */
  generate(workplace: Workplace): Promise<string[]>;
  /** The name that it gives to a call of the document. */
  nameOf(operationId: string): string;
}

const strict = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: false,
};

/** Generators and compilers share two processors with other steps. */
const longestMs = 300_000;
const run = (command: string, args: string[], cwd?: string): Promise<string> =>
  runToEnd(command, args, { longestMs, ...(cwd === undefined ? {} : { cwd }) });

/** Compiles the TypeScript files of a directory. @throws Error if they have a fault */
async function compile(directory: string): Promise<void> {
  const project = join(directory, 'tsconfig.json');
  writeFileSync(project, JSON.stringify({ compilerOptions: strict, include: ['**/*.ts'] }));
  const compiler = join(repository, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  say((await run(process.execPath, [compiler, '-p', project])) || `Compiled ${directory}`);
}

/** A program that relies on the types: amounts are text, and the shapes of `amount_details` differ by their keys. */
const uses = `import type { components } from './schema.js';
type Shapes = components['schemas'];
export const tax: Shapes['TaxCreate'] = { name: 'VAT', code: 'vat', rate: 20 };
export const wallet: Shapes['WalletCreate'] = { external_customer_id: 'acme', rate_amount: '1.0', paid_credits: '10.0' };
export const event: Shapes['EventInput'] = {
  transaction_id: '1',
  external_subscription_id: 'acme',
  code: 'storage',
  timestamp: 1.5,
};
export const sameEvent: Shapes['EventInput'] = { ...event, timestamp: '1.5' };
export const rangesOf = (details: Shapes['Fee']['amount_details']): number =>
  'graduated_ranges' in details ? details.graduated_ranges.length : 0;
// @ts-expect-error A number would lose digits.
export const lossy: Shapes['WalletCreate'] = { ...wallet, paid_credits: 10 };
`;

const types: Generator = {
  name: 'openapi-typescript',
  async generate({ directory, input }) {
    const output = join(directory, 'types');
    mkdirSync(output);
    const program = join(await generatorsDirectory(), 'node_modules', 'openapi-typescript', 'bin', 'cli.js');
    await run(process.execPath, [program, input, '-o', join(output, 'schema.ts')]);
    writeFileSync(join(output, 'uses.ts'), uses);
    await compile(output);
    return operationsOfTypes(readFileSync(join(output, 'schema.ts'), 'utf8'));
  },
  nameOf: (operationId) => operationId,
};

const functions: Generator = {
  name: '@hey-api/openapi-ts',
  async generate({ directory, input }) {
    const output = join(directory, 'functions');
    const settings = join(directory, 'openapi-ts.config.mjs');
    const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'];
    const configuration = { input, output: { path: output }, plugins, logs: { level: 'silent', file: false } };
    writeFileSync(settings, `export default ${JSON.stringify(configuration)};\n`);
    const program = join(await generatorsDirectory(), 'node_modules', '@hey-api', 'openapi-ts', 'bin', 'run.js');
    await run(process.execPath, [program, '-f', settings], directory);
    await compile(output);
    return operationsOfFunctions(readFileSync(join(output, 'sdk.gen.ts'), 'utf8'));
  },
  nameOf: (operationId) => operationId,
};

const python: Generator = {
  name: 'openapi-python-client',
  async generate({ directory, input }) {
    const programs = await pythonPrograms('client-generators', here('generators.txt'));
    const output = join(directory, 'tollgate_client');
    const settings = join(directory, 'openapi-python-client.yml');
    writeFileSync(settings, 'post_hooks: []\n');
    await run(join(programs, 'openapi-python-client'), [
      'generate',
      '--path',
      input,
      '--config',
      settings,
      '--meta',
      'none',
      '--output-path',
      output,
      '--fail-on-warning',
    ]);
    say(
      await run(
        join(programs, 'mypy'),
        ['--strict', '--no-incremental', '--cache-dir', '/dev/null', output],
        directory,
      ),
    );
    return operationsOfModules(readdirSync(join(output, 'api'), { recursive: true }).map(String));
  },
  nameOf: snakeCase,
};

/** The outcome of all generators: calls that are in a client, and what is wrong with the others. */
export interface GeneratedReport {
  passed: number;
  failed: string[];
}

/** Generates all clients. @param directory where they are left; absent: nowhere */
export async function generateClients(directory?: string): Promise<GeneratedReport> {
  const workplace = directory ?? mkdtempSync(join(tmpdir(), 'tollgate-generated-'));
  mkdirSync(workplace, { recursive: true });
  const settings = { version: '1.0.0', serverUrl: 'http://localhost:3000', identifierPrefix: 'svc' };
  const document = openApiDocument(allRoutes, settings);
  const input = join(workplace, 'openapi.json');
  writeFileSync(input, JSON.stringify(document));
  const report: GeneratedReport = { passed: 0, failed: [] };
  for (const { name, generate, nameOf } of [types, functions, python]) {
    say(`Generating a client with ${name} ...`);
    try {
      const has = new Set(await generate({ directory: workplace, input }));
      const lost = operationIdsOf(document as unknown as NamedCalls).filter((id) => !has.has(nameOf(id)));
      report.passed += operationIdsOf(document as unknown as NamedCalls).length - lost.length;
      report.failed.push(...lost.map((id) => `${name}: lost ${id}`));
    } catch (error) {
      report.failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (directory === undefined) rmSync(workplace, { recursive: true, force: true });
  return report;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { passed, failed } = await generateClients(process.argv[2]);
  for (const line of failed) console.log(`FAILED  ${line}`);
  console.log(`${passed} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
