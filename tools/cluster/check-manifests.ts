// node tools/cluster/check-manifests.ts
// Checks the deployment files against the existing services: commands, ports, addresses, variables. Renders the
// Kubernetes overlays with kubectl and the compose file with docker compose if those are installed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import yaml from 'js-yaml';
import { preferredNode } from '../node.mjs';
import { KAFKA_VERSION } from './kafka.ts';
import { has } from './packages.ts';
import { repository } from '@tollgate/harness/process';
import {
  configuration,
  containerPort,
  entryPoint,
  environment,
  migration,
  migrationSecrets,
  operationsPort,
  operationsUrlVariable,
  passwordVariable,
  services,
} from './services.ts';

const counts = { passed: 0, failed: 0 };
function check(name, work) {
  try {
    work();
    counts.passed++;
  } catch (error) {
    counts.failed++;
    console.log(`FAILED  ${name}: ${error.message}`);
  }
}

function finish() {
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exit(counts.failed === 0 ? 0 : 1);
}

const read = (file) => readFileSync(join(repository, file), 'utf8');
const documents = (text, name) => yaml.loadAll(text, undefined, { filename: name }).filter(Boolean);
function filesUnder(folder) {
  return readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(repository, join(entry.parentPath ?? entry.path, entry.name)));
}

/** The command must run a program that is compiled from a source file of an application. */
function assertCommand(command, expected) {
  assert.deepEqual(command, ['node', expected]);
  const source = expected.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
  assert.ok(existsSync(join(repository, source)), `${source} does not exist`);
}
function assertAddresses(values) {
  for (const { name, urlVariable } of services)
    assert.equal(values[urlVariable], `http://${name}:${containerPort}`, urlVariable);
  assert.equal(Number(values.PORT), containerPort);
  assert.equal(Number(values.OPERATIONS_PORT), operationsPort);
  assert.equal(values.HOST, '0.0.0.0');
}
const names = services.map((service) => service.name);
const sorted = (list) => [...list].sort();

// ---------------------------------------------------------------- every file parses
const yamlFiles = ['docker-compose.yml', ...filesUnder('deploy'), ...filesUnder('k8s')].filter((file) =>
  /\.ya?ml$/.test(file),
);
const parsed = new Map();
for (const file of yamlFiles) check(`${file} parses`, () => parsed.set(file, documents(read(file), file)));
if (counts.failed > 0) finish();

// ---------------------------------------------------------------- Docker Compose
const compose = parsed.get('docker-compose.yml')[0];
for (const name of names) {
  check(`compose: ${name}`, () => {
    const service = compose.services[name];
    assert.ok(service, 'is missing');
    assertCommand(service.command, entryPoint(name));
    const declared = services.find((one) => one.name === name);
    assert.deepEqual(
      sorted(Object.keys(service.environment)),
      sorted([...configuration, ...declared.secrets]),
      'its variables are not those of services.mjs',
    );
    assert.ok(
      service.environment.DATABASE_URL.startsWith(`postgresql://${declared.login}:\${${passwordVariable(declared)}:?`),
      'does not log in as itself',
    );
    assertAddresses(service.environment);
    assert.ok(
      service.healthcheck.test.join(' ').includes(`127.0.0.1:${containerPort}/ready`),
      'its health check asks another port or path',
    );
    const before = Object.entries(service.depends_on).map(([other, { condition }]) => `${other} ${condition}`);
    const expected =
      name === 'gateway'
        ? names.slice(1).map((other) => `${other} service_healthy`)
        : ['migrate service_completed_successfully'];
    assert.deepEqual(sorted(before), sorted(expected));
  });
}
check('compose: migrate', () => {
  assertCommand(compose.services.migrate.command, migration);
  assert.deepEqual(
    sorted(Object.keys(compose.services.migrate.environment)),
    sorted([...configuration, ...migrationSecrets]),
  );
  for (const [other, { condition }] of Object.entries(compose.services.migrate.depends_on)) {
    assert.equal(condition, 'service_healthy');
    assert.ok(compose.services[other].healthcheck, `${other} has no health check`);
  }
});
check('compose: the gateway is published, and nothing else of it or of another service', () => {
  for (const name of names) assert.equal(compose.services[name].ports?.length ?? 0, name === 'gateway' ? 1 : 0, name);
  assert.ok(String(compose.services.gateway.ports[0]).endsWith(`:${containerPort}`));
});
check('compose: the gateway answers this machine alone, unless it is told otherwise', () =>
  assert.ok(String(compose.services.gateway.ports[0]).startsWith('${GATEWAY_ADDRESS:-127.0.0.1}:')),
);
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
  const composeVariables = [...read('docker-compose.yml').matchAll(/\$\{(\w+)([^}]*)\}/g)].map(([, name, rest]) => ({
    name,
    required: rest.startsWith(':?'),
  }));
  const environmentScript = read('deploy/make-env.sh');
  for (const { name, required } of composeVariables.filter((variable) => /PASSWORD|KEY|TOKEN/.test(variable.name))) {
    assert.ok(required, `${name} has a default`);
    assert.ok(environmentScript.includes(name), `deploy/make-env.sh does not make ${name}`);
  }
});
check('compose: volumes are declared', () => {
  for (const { volumes = [] } of Object.values(compose.services)) {
    for (const volume of volumes) assert.ok(volume.split(':')[0] in compose.volumes, volume);
  }
});
check('compose: the same Kafka as in the package-based cluster', () =>
  assert.equal(compose.services.kafka.image, `apache/kafka:${KAFKA_VERSION}`),
);
check('compose: the override opens existing backends', () => {
  for (const name of Object.keys(parsed.get('deploy/compose.backends.yml')[0].services))
    assert.ok(compose.services[name], name);
});

// ---------------------------------------------------------------- the image
check('Dockerfile', () => {
  const text = read('deploy/Dockerfile');
  assertCommand(JSON.parse(/^CMD (\[.*\])$/m.exec(text)[1]), entryPoint('gateway'));
  assert.equal(Number(/^EXPOSE (\d+)$/m.exec(text)[1]), containerPort);
  assert.match(text, /^USER node$/m);
  const bases = [...text.matchAll(/^FROM node:(\S+)-slim/gm)].map(([, version]) => version);
  assert.deepEqual(bases, [preferredNode(), preferredNode()]);
});

// ---------------------------------------------------------------- Kubernetes
function variables() {
  const config = Object.fromEntries(
    read('k8s/base/config.env')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const secrets = Object.fromEntries(
    parsed.get('k8s/base/secrets.example.yaml').map((secret) => [secret.metadata.name, Object.keys(secret.stringData)]),
  );
  return { config, secrets };
}
check('kubernetes: the variables', () => {
  const { config, secrets } = variables();
  assert.deepEqual(sorted(Object.keys(config)), sorted(configuration));
  const expected = {
    'tollgate-migrate': migrationSecrets,
    ...Object.fromEntries(services.map((service) => [`tollgate-${service.name}`, service.secrets])),
  };
  assert.deepEqual(sorted(Object.keys(secrets)), sorted(Object.keys(expected)));
  for (const [name, keys] of Object.entries(expected)) assert.deepEqual(sorted(secrets[name]), sorted(keys), name);
  assertAddresses(config);
});
check('kubernetes: the Job of the migration is named after the version', () => {
  const [{ images }] = parsed.get('k8s/base/kustomization.yaml');
  assert.equal(
    parsed.get('k8s/base/migration.yaml')[0].metadata.name,
    `migrate-${images[0].newTag.replaceAll('.', '-')}`,
  );
});
check('kubernetes: large scales as far as there are partitions', () => {
  const most = parsed.get('k8s/overlays/large/autoscaling.yaml')[0].spec.maxReplicas;
  const [{ configMapGenerator }] = parsed.get('k8s/overlays/large/kustomization.yaml');
  assert.ok(configMapGenerator[0].literals.includes(`KAFKA_PARTITIONS=${most}`), `large scales to ${most}`);
});
check('kubernetes: network policies', () => {
  const policies = parsed.get('k8s/base/network-policies.yaml');
  const [first] = policies;
  assert.deepEqual(
    first.spec,
    { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
    'the first is not the one that denies everything',
  );
  for (const { metadata, spec } of policies.slice(1)) {
    const chosen = [
      spec.podSelector.matchLabels?.['app.kubernetes.io/name'],
      ...(spec.podSelector.matchExpressions?.[0].values ?? []),
    ].filter(Boolean);
    for (const name of chosen) assert.ok([...names, 'migrate'].includes(name), `${metadata.name} chooses ${name}`);
  }
});
check('kubernetes: mails leave from every service that sends some, and from no other', () => {
  const chosen = parsed.get('k8s/base/network-policies.yaml').find(({ metadata }) => metadata.name === 'mails').spec;
  const senders = services.filter(({ secrets }) => secrets.includes('SMTP_URL')).map(({ name }) => name);
  assert.deepEqual(chosen.podSelector.matchExpressions[0].values, senders);
  assert.deepEqual(
    chosen.egress[0].ports.map(({ port }) => port),
    [25, 465, 587],
  );
});
check('kubernetes: the namespace takes restricted pods only', () => {
  const [{ metadata }] = parsed.get('k8s/base/namespace.yaml');
  for (const mode of ['enforce', 'audit', 'warn'])
    assert.equal(metadata.labels[`pod-security.kubernetes.io/${mode}`], 'restricted', mode);
});
check('kubernetes: every file belongs to a kustomization', () => {
  for (const [file, [content]] of parsed) {
    if (!file.endsWith('kustomization.yaml')) continue;
    const used = [
      ...(content.resources ?? []),
      ...(content.components ?? []).map((folder) => join(folder, 'kustomization.yaml')),
      ...(content.patches ?? []).map((patch) => patch.path).filter(Boolean),
    ];
    for (const path of used) assert.ok(existsSync(join(repository, dirname(file), path)), `${file} names ${path}`);
    const sameFolder = filesUnder(dirname(file)).filter(
      (other) => /\.ya?ml$/.test(other) && other !== file && !other.endsWith('.example.yaml'),
    );
    const isOfAnother = (other) =>
      [...parsed.keys()].some(
        (one) =>
          one !== file &&
          one.endsWith('kustomization.yaml') &&
          one.startsWith(`${dirname(file)}/`) &&
          other.startsWith(`${dirname(one)}/`) &&
          other !== one,
      );
    for (const other of sameFolder.filter((one) => !isOfAnother(one)))
      assert.ok(used.includes(relative(dirname(file), other)), `${other} is not used`);
  }
});

function checkObjects(label, objects, rendered) {
  const find = (kind, name) => objects.find((object) => object.kind === kind && object.metadata.name === name);
  for (const name of names) {
    check(`${label}: ${name}`, () => {
      const deployment = find('Deployment', name);
      const { template, selector } = deployment.spec;
      const [container] = template.spec.containers;
      assertCommand(container.command, entryPoint(name));
      assert.deepEqual(
        container.envFrom.map((from) => from.secretRef?.name).filter(Boolean),
        [`tollgate-${name}`],
        'it is given secrets that are not its own',
      );
      const labels = template.metadata.labels;
      const matches = (labelSelector) => Object.entries(labelSelector).every(([key, value]) => labels[key] === value);
      assert.ok(matches(selector.matchLabels), 'the Deployment does not select its pods');
      const service = find('Service', name);
      assert.ok(matches(service.spec.selector), 'the Service does not select the pods');
      assert.deepEqual(
        service.spec.ports.map(({ port }) => port),
        [containerPort, operationsPort],
      );
      assert.ok(
        matches(find('PodDisruptionBudget', name).spec.selector.matchLabels),
        'the budget does not select the pods',
      );
      if (!rendered) return;
      for (const { port, targetPort } of service.spec.ports) {
        assert.equal(container.ports.find(({ name: own }) => own === targetPort).containerPort, port);
      }
      assert.equal(template.metadata.annotations['prometheus.io/port'], String(operationsPort));
      assert.equal(container.readinessProbe.httpGet.path, '/ready');
      assert.equal(container.livenessProbe.httpGet.path, '/health');
      assert.ok(container.resources.requests.cpu && container.resources.limits.memory, 'has no resources');
      assert.equal(container.securityContext.readOnlyRootFilesystem, true);
      assert.equal(template.spec.securityContext.runAsNonRoot, true);
      for (const { emptyDir } of template.spec.volumes) assert.ok(emptyDir?.sizeLimit, 'a volume may grow without end');
      assert.ok(find('ConfigMap', container.envFrom[0].configMapRef.name), 'its ConfigMap is not there');
    });
  }
  check(`${label}: migrate`, () =>
    assertCommand(objects.find(({ kind }) => kind === 'Job').spec.template.spec.containers[0].command, migration),
  );
  check(`${label}: operations are not for the outside`, () => {
    const open = find('NetworkPolicy', 'gateway-from-outside').spec.ingress;
    assert.deepEqual(open, [{ ports: [{ port: containerPort }] }]);
    assert.deepEqual(
      find('NetworkPolicy', 'metrics').spec.ingress.flatMap(({ ports }) => ports),
      [{ port: operationsPort }],
    );
    for (const rule of ['ingress', 'egress'].flatMap((side) => find('NetworkPolicy', 'among-services').spec[side])) {
      assert.deepEqual(rule.ports, [{ port: containerPort }, { port: operationsPort }]);
    }
  });
  for (const scaler of objects.filter((object) => object.kind === 'HorizontalPodAutoscaler')) {
    check(`${label}: autoscaling of ${scaler.metadata.name}`, () =>
      assert.ok(find('Deployment', scaler.spec.scaleTargetRef.name)),
    );
  }
}
checkObjects(
  'kubernetes',
  [...parsed]
    .filter(([file]) => file.startsWith('k8s/base/'))
    .flatMap(([, content]) => content)
    .filter((object) => object.metadata),
  false,
);

/** Only one autoscaler scales each Deployment, and no manifest resets its number. */
function checkScaling(label, objects) {
  const scalers = objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject');
  for (const { kind, metadata, spec } of scalers)
    check(`${label}: ${kind} ${metadata.name}`, () => {
      const { name } = spec.scaleTargetRef;
      assert.equal(metadata.namespace, 'tollgate');
      assert.equal(
        scalers.filter((other) => other.spec.scaleTargetRef.name === name).length,
        1,
        'there is another one',
      );
      const target = objects.find((object) => object.kind === 'Deployment' && object.metadata.name === name);
      assert.equal(target.spec.replicas, undefined, 'its Deployment says how many there are');
    });
}

const output = (command, args, env = {}) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
};
if (has('kubectl')) {
  for (const folder of ['k8s/base', 'k8s/overlays/small', 'k8s/overlays/large']) {
    let objects = [];
    check(`${folder} renders`, () => (objects = documents(output('kubectl', ['kustomize', folder]), folder)));
    checkObjects(folder, objects, true);
    checkScaling(folder, objects);
  }
  const scaled = mkdtempSync(join(tmpdir(), 'tollgate-manifests-'));
  const from = (path) => relative(scaled, join(repository, path));
  for (const folder of ['k8s/base', 'k8s/overlays/large']) {
    const label = `${folder} with kafka-scaling`;
    const kustomization = { resources: [from(folder)], components: [from('k8s/components/kafka-scaling')] };
    writeFileSync(join(scaled, 'kustomization.yaml'), yaml.dump(kustomization));
    let objects = [];
    check(`${label} renders`, () => (objects = documents(output('kubectl', ['kustomize', scaled]), label)));
    checkScaling(label, objects);
    check(`${label}: as few and as many as without`, () => {
      const by = new Map(objects.map((object) => [`${object.kind}/${object.metadata.name}`, object]));
      const config = objects.find(
        ({ kind, metadata }) => kind === 'ConfigMap' && /^tollgate-config/.test(metadata.name),
      );
      const plain = documents(output('kubectl', ['kustomize', folder]), folder);
      for (const name of ['ingestion', 'invoicing', 'webhook-delivery']) {
        const { spec } = by.get(`ScaledObject/${name}`);
        assert.equal(spec.maxReplicaCount, Number(config.data.KAFKA_PARTITIONS), name);
        const of = (kind) => plain.find((object) => object.kind === kind && object.metadata.name === name)?.spec;
        assert.equal(
          spec.minReplicaCount,
          of('HorizontalPodAutoscaler')?.minReplicas ?? of('Deployment').replicas,
          name,
        );
      }
    });
  }
  rmSync(scaled, { recursive: true });
} else console.log('skipped the rendered overlays: kubectl is not installed');

if (has('docker') && spawnSync('docker', ['compose', 'version']).status === 0) {
  const secrets = Object.fromEntries(
    output('sh', ['deploy/make-env.sh'])
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  check('docker compose config', () => output('docker', ['compose', 'config', '--quiet'], secrets));
  check('docker compose config, backends', () =>
    output(
      'docker',
      ['compose', '-f', 'docker-compose.yml', '-f', 'deploy/compose.backends.yml', 'config', '--quiet'],
      secrets,
    ),
  );
} else console.log('skipped docker compose config: docker compose is not installed');

// ---------------------------------------------------------------- monitoring
check('alerts and dashboard ask for metrics that there are', () => {
  const sources = filesUnder('libs')
    .filter((file) => file.endsWith('.ts') && file.includes('/src/'))
    .map(read)
    .join('\n');
  const metrics = ['deploy/monitoring/alerts.yml', 'deploy/monitoring/dashboard.json'].flatMap((file) =>
    read(file).match(/\btollgate_\w+/g),
  );
  for (const name of new Set(metrics))
    assert.ok(sources.includes(`'${name.replace(/_(count|sum|bucket)$/, '')}'`), name);
});
if (has('promtool'))
  check('promtool check rules', () =>
    output('promtool', ['check', 'rules', join(repository, 'deploy/monitoring/alerts.yml')]),
  );
else console.log('skipped promtool: it is not installed');

// ---------------------------------------------------------------- the documentation
check('docs/operate/deployment.md lists the variables', () => {
  const listed = [...read('docs/operate/deployment.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  for (const name of [...environment, ...services.map(operationsUrlVariable)])
    assert.ok(listed.includes(name), `${name} is not in the table`);
});

finish();
