// npm run compare-interface
// Compares the interface with the promised one (docs/reference/http-interface.yaml): every call, parameter, field, type
// and value. It reads the tolerant document, which states everything that the service takes. Prints promised parts that
// the interface lacks. Each known difference has its reason in
// differences.json; a difference without a reason fails. It also names reasons whose difference is gone; remove them.
// Closes with `N passed, N failed`, counted in calls. Needs a build.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import yaml from 'js-yaml';
import { allRoutes, openApiDocument } from '@tollgate/contracts';
import { differencesOf, matches } from './differences.ts';
import { type OpenApiDocument, operationsOf } from './fields.ts';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const reference = yaml.load(readFileSync(here('../../docs/reference/http-interface.yaml'), 'utf8')) as OpenApiDocument;
const served = JSON.parse(
  JSON.stringify(
    openApiDocument(allRoutes, {
      version: '1.0.0',
      serverUrl: 'http://localhost',
      identifierPrefix: 'svc',
      bodies: 'tolerant',
    }),
  ),
) as OpenApiDocument;
const reasons = JSON.parse(readFileSync(here('differences.json'), 'utf8')) as Record<string, string>;

const lines = differencesOf(reference, served);
const patterns = Object.keys(reasons);
const unexplained = lines.filter((line) => !patterns.some((pattern) => matches(pattern, line)));
const idle = patterns.filter((pattern) => !lines.some((line) => matches(pattern, line)));

for (const pattern of patterns.filter((one) => !idle.includes(one)))
  console.log(
    `known   ${lines.filter((line) => matches(pattern, line)).length} × ${pattern}\n        ${reasons[pattern]}`,
  );
for (const line of unexplained) console.log(`FAILED  ${line}`);
for (const pattern of idle) console.log(`idle    ${pattern}`);

const calls = [...operationsOf(reference).keys()];
const broken = calls.filter((call) => unexplained.some((line) => line.startsWith(`${call}:`)));
console.log(`${calls.length - broken.length} passed, ${broken.length} failed`);
process.exit(broken.length > 0 ? 1 : 0);
