// Checks the Kubernetes files against the existing services, as they are written.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { repository } from '@tollgate/harness/process';
import { checkObjects } from './check-objects.ts';
import { assertAddresses, at, check, names, sorted, variablesOf } from './manifest-checks.ts';
import { type Kustomization, documentOf, filesUnder, isYaml, objectOf, objectsOf, ofKind, read } from './manifests.ts';
import { configuration, migrationSecrets, services } from './services.ts';

/** The files that a kustomization uses. */
const pathsOf = ({ resources = [], components = [], patches = [] }: Kustomization): string[] => [
  ...resources,
  ...components.map((folder) => join(folder, 'kustomization.yaml')),
  ...patches.flatMap(({ path }) => path ?? []),
];

/** @param yamlFiles all YAML files of the deployment */
export function checkKubernetes(yamlFiles: string[]): void {
  checkVariables();
  checkNumbers();
  checkPolicies();
  const kustomizations = yamlFiles.filter((file) => file.endsWith('kustomization.yaml'));
  check('kubernetes: every file belongs to a kustomization', () => {
    for (const file of kustomizations) assertUsed(file, kustomizations);
  });
  const base = yamlFiles.filter((file) => file.startsWith('k8s/base/')).flatMap(objectsOf);
  checkObjects(
    'kubernetes',
    base.filter(({ metadata }: { metadata?: unknown }) => metadata),
    false,
  );
}

function checkVariables(): void {
  check('kubernetes: the variables', () => {
    const config = variablesOf(read('k8s/base/config.env'));
    const secrets = new Map(
      ofKind(objectsOf('k8s/base/secrets.example.yaml'), 'Secret').map(({ metadata, stringData }) => [
        metadata.name,
        Object.keys(stringData),
      ]),
    );
    assert.deepEqual(sorted(Object.keys(config)), sorted(configuration));
    const expected: Record<string, string[]> = {
      'tollgate-migrate': migrationSecrets,
      ...Object.fromEntries(services.map((service) => [`tollgate-${service.name}`, service.secrets])),
    };
    assert.deepEqual(sorted([...secrets.keys()]), sorted(Object.keys(expected)));
    for (const [name, keys] of Object.entries(expected))
      assert.deepEqual(sorted(secrets.get(name) ?? []), sorted(keys), name);
    assertAddresses(config);
  });
}

/** The version, and how many processes there may be. */
function checkNumbers(): void {
  check('kubernetes: the Job of the migration is named after the version', () => {
    const { newTag: version } = at(documentOf<Kustomization>('k8s/base/kustomization.yaml').images, 0);
    assert.equal(at(objectsOf('k8s/base/migration.yaml'), 0).metadata.name, `migrate-${version.replaceAll('.', '-')}`);
  });
  check('kubernetes: large scales as far as there are partitions', () => {
    const scalers = ofKind(objectsOf('k8s/overlays/large/autoscaling.yaml'), 'HorizontalPodAutoscaler');
    const most = at(scalers, 0).spec.maxReplicas;
    const { configMapGenerator } = documentOf<Kustomization>('k8s/overlays/large/kustomization.yaml');
    assert.ok(at(configMapGenerator, 0).literals.includes(`KAFKA_PARTITIONS=${most}`), `large scales to ${most}`);
  });
}

function checkPolicies(): void {
  check('kubernetes: network policies', () => {
    const policies = ofKind(objectsOf('k8s/base/network-policies.yaml'), 'NetworkPolicy');
    assert.deepEqual(
      policies[0]?.spec,
      { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
      'the first is not the one that denies everything',
    );
    for (const { metadata, spec } of policies.slice(1)) {
      const chosen = [
        spec.podSelector.matchLabels?.['app.kubernetes.io/name'],
        ...(spec.podSelector.matchExpressions?.[0]?.values ?? []),
      ].filter((name) => name !== undefined);
      for (const name of chosen) assert.ok([...names, 'migrate'].includes(name), `${metadata.name} chooses ${name}`);
    }
  });
  check('kubernetes: mails leave from every service that sends some, and from no other', () => {
    const { spec: chosen } = objectOf(objectsOf('k8s/base/network-policies.yaml'), 'NetworkPolicy', 'mails');
    const senders = services.filter(({ secrets }) => secrets.includes('SMTP_URL')).map(({ name }) => name);
    assert.deepEqual(chosen.podSelector.matchExpressions?.[0]?.values, senders);
    assert.deepEqual(
      chosen.egress?.[0]?.ports.map(({ port }) => port),
      [25, 465, 587],
    );
  });
  check('kubernetes: the namespace takes restricted pods only', () => {
    const { metadata } = at(objectsOf('k8s/base/namespace.yaml'), 0);
    for (const mode of ['enforce', 'audit', 'warn'])
      assert.equal(metadata.labels?.[`pod-security.kubernetes.io/${mode}`], 'restricted', mode);
  });
}

/** Every YAML file in the folder of a kustomization is used by it, and what it uses exists. */
function assertUsed(file: string, kustomizations: string[]): void {
  const folder = dirname(file);
  const used = pathsOf(documentOf<Kustomization>(file));
  for (const path of used) assert.ok(existsSync(join(repository, folder, path)), `${file} names ${path}`);
  const inner = kustomizations.filter((one) => one !== file && one.startsWith(`${folder}/`));
  const isOfAnother = (other: string) => inner.some((one) => other.startsWith(`${dirname(one)}/`) && other !== one);
  const own = filesUnder(folder).filter(
    (other) => isYaml(other) && other !== file && !other.endsWith('.example.yaml') && !isOfAnother(other),
  );
  for (const other of own) assert.ok(used.includes(relative(folder, other)), `${other} is not used`);
}
