// Checks the Compose file against the existing services.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { KAFKA_VERSION } from './kafka.ts';
import { assertAddresses, assertCommand, check, names, output, sorted, variablesOf } from './manifest-checks.ts';
import { type ComposeFile, type ComposeService, documentOf, read } from './manifests.ts';
import { has } from '@tollgate/harness/packages';
import {
  type ServiceProcess,
  configuration,
  containerPort,
  entryPoint,
  migration,
  migrationSecrets,
  passwordVariable,
  services,
} from './services.ts';

/** Checks docker-compose.yml. @throws Error if it cannot be read */
export function checkCompose(): void {
  const compose = documentOf<ComposeFile>('docker-compose.yml');
  for (const service of services) check(`compose: ${service.name}`, () => assertService(compose, service));
  check('compose: migrate', () => assertMigration(compose));
  checkGateway(compose);
  checkBounds(compose);
  checkBackends(compose);
}

function serviceOf(compose: ComposeFile, name: string): ComposeService {
  const service = compose.services[name];
  if (!service) throw new Error(`${name} is missing`);
  return service;
}

function assertService(compose: ComposeFile, declared: ServiceProcess): void {
  const { name } = declared;
  const service = serviceOf(compose, name);
  assertCommand(service.command, entryPoint(name));
  assert.deepEqual(
    sorted(Object.keys(service.environment)),
    sorted([...configuration, ...declared.secrets]),
    'its variables are not those of services.ts',
  );
  assert.ok(
    service.environment.DATABASE_URL?.startsWith(`postgresql://${declared.login}:\${${passwordVariable(declared)}:?`),
    'does not log in as itself',
  );
  assertAddresses(service.environment);
  assert.ok(
    service.healthcheck?.test.join(' ').includes(`127.0.0.1:${containerPort}/ready`),
    'its health check asks another port or path',
  );
  const before = Object.entries(service.depends_on).map(([other, { condition }]) => `${other} ${condition}`);
  const expected =
    name === 'gateway'
      ? names.slice(1).map((other) => `${other} service_healthy`)
      : ['migrate service_completed_successfully'];
  assert.deepEqual(sorted(before), sorted(expected));
}

function assertMigration(compose: ComposeFile): void {
  const { command, environment: variables, depends_on: needs } = serviceOf(compose, 'migrate');
  assertCommand(command, migration);
  assert.deepEqual(sorted(Object.keys(variables)), sorted([...configuration, ...migrationSecrets]));
  for (const [other, { condition }] of Object.entries(needs)) {
    assert.equal(condition, 'service_healthy');
    assert.ok(serviceOf(compose, other).healthcheck, `${other} has no health check`);
  }
}

function checkGateway(compose: ComposeFile): void {
  check('compose: the gateway is published, and nothing else of it or of another service', () => {
    for (const name of names)
      assert.equal(serviceOf(compose, name).ports?.length ?? 0, name === 'gateway' ? 1 : 0, name);
    assert.ok(String(serviceOf(compose, 'gateway').ports?.[0]).endsWith(`:${containerPort}`));
  });
  check('compose: the gateway answers this machine alone, unless it is told otherwise', () =>
    assert.ok(String(serviceOf(compose, 'gateway').ports?.[0]).startsWith('${GATEWAY_ADDRESS:-127.0.0.1}:')),
  );
}

function checkBounds(compose: ComposeFile): void {
  check('compose: rights and memory are bounded', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      assert.deepEqual(service.cap_drop, ['ALL'], name);
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
      assert.match(String(service.mem_limit), /^\d+[mg]$/, name);
      if (![...names, 'migrate'].includes(name)) continue;
      assert.equal(service.read_only, true, name);
      assert.equal(service.cap_add, undefined, name);
    }
  });
  check('compose: secrets are required', () => {
    const composeVariables = [...read('docker-compose.yml').matchAll(/\$\{(\w+)([^}]*)\}/g)].map(
      ([, name = '', rest = '']) => ({
        name,
        required: rest.startsWith(':?'),
      }),
    );
    const environmentScript = read('deploy/make-env.sh');
    for (const { name, required } of composeVariables.filter((variable) => /PASSWORD|KEY|TOKEN/.test(variable.name))) {
      assert.ok(required, `${name} has a default`);
      assert.ok(environmentScript.includes(name), `deploy/make-env.sh does not make ${name}`);
    }
  });
}

function checkBackends(compose: ComposeFile): void {
  check('compose: volumes are declared', () => {
    for (const { volumes = [] } of Object.values(compose.services)) {
      for (const volume of volumes) assert.ok((volume.split(':')[0] ?? '') in compose.volumes, volume);
    }
  });
  check('compose: the same Kafka as in the package-based cluster', () =>
    assert.equal(serviceOf(compose, 'kafka').image, `apache/kafka:${KAFKA_VERSION}`),
  );
  check('compose: the override opens existing backends', () => {
    for (const name of Object.keys(documentOf<ComposeFile>('deploy/compose.backends.yml').services))
      assert.ok(compose.services[name], name);
  });
}

/** Has Docker Compose read the files, if it is installed. */
export function checkComposeConfiguration(): void {
  if (!has('docker') || spawnSync('docker', ['compose', 'version']).status !== 0) {
    console.log('skipped docker compose config: docker compose is not installed');
    return;
  }
  const secrets = variablesOf(output('sh', ['deploy/make-env.sh']).trim());
  check('docker compose config', () => void output('docker', ['compose', 'config', '--quiet'], secrets));
  check('docker compose config, backends', () => {
    const files = ['-f', 'docker-compose.yml', '-f', 'deploy/compose.backends.yml'];
    output('docker', ['compose', ...files, 'config', '--quiet'], secrets);
  });
}
