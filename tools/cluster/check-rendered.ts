// Checks the Kubernetes overlays as kubectl renders them, if it is installed.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import yaml from 'js-yaml';
import { repository } from '@tollgate/harness/process';
import { checkObjects, checkScaling } from './check-objects.ts';
import { check, output } from './manifest-checks.ts';
import { type KubernetesObject, documents, objectOf, ofKind } from './manifests.ts';
import { has } from '@tollgate/harness/packages';

export function checkRendered(): void {
  if (!has('kubectl')) {
    console.log('skipped the rendered overlays: kubectl is not installed');
    return;
  }
  for (const folder of ['k8s/base', 'k8s/overlays/small', 'k8s/overlays/large']) {
    let objects: KubernetesObject[] = [];
    check(
      `${folder} renders`,
      () => (objects = documents<KubernetesObject>(output('kubectl', ['kustomize', folder]), folder)),
    );
    checkObjects(folder, objects, true);
    checkScaling(folder, objects);
  }
  const scaled = mkdtempSync(join(tmpdir(), 'tollgate-manifests-'));
  const from = (path: string) => relative(scaled, join(repository, path));
  for (const folder of ['k8s/base', 'k8s/overlays/large']) {
    const label = `${folder} with kafka-scaling`;
    const kustomization = { resources: [from(folder)], components: [from('k8s/components/kafka-scaling')] };
    writeFileSync(join(scaled, 'kustomization.yaml'), yaml.dump(kustomization));
    let objects: KubernetesObject[] = [];
    check(
      `${label} renders`,
      () => (objects = documents<KubernetesObject>(output('kubectl', ['kustomize', scaled]), label)),
    );
    checkScaling(label, objects);
    check(`${label}: as few and as many as without`, () => {
      const config = ofKind(objects, 'ConfigMap').find(({ metadata }) => /^tollgate-config/.test(metadata.name));
      const plain = documents<KubernetesObject>(output('kubectl', ['kustomize', folder]), folder);
      for (const name of ['ingestion', 'invoicing', 'webhook-delivery']) {
        const { spec } = objectOf(objects, 'ScaledObject', name);
        assert.equal(spec.maxReplicaCount, Number(config?.data.KAFKA_PARTITIONS), name);
        const scaler = ofKind(plain, 'HorizontalPodAutoscaler').find(({ metadata }) => metadata.name === name);
        const least = scaler?.spec.minReplicas ?? objectOf(plain, 'Deployment', name).spec.replicas;
        assert.equal(spec.minReplicaCount, least, name);
      }
    });
  }
  checkSecured(scaled, from);
  rmSync(scaled, { recursive: true });
}

/** Certificates and a login reach every process, and KEDA. @param from the path of a folder as seen from `place` */
function checkSecured(place: string, from: (path: string) => string): void {
  const components = ['secured-backends', 'kafka-scaling', 'kafka-scaling-login'];
  const kustomization = {
    resources: [from('k8s/overlays/large')],
    components: components.map((name) => from(`k8s/components/${name}`)),
  };
  writeFileSync(join(place, 'kustomization.yaml'), yaml.dump(kustomization));
  const label = 'k8s/overlays/large with secured backends';
  let objects: KubernetesObject[] = [];
  check(
    `${label} renders`,
    () => (objects = documents<KubernetesObject>(output('kubectl', ['kustomize', place]), label)),
  );
  check(`${label}: every process has the certificates and the login`, () => {
    const processes = [...ofKind(objects, 'Deployment'), ...ofKind(objects, 'Job')];
    assert.equal(processes.length, ofKind(objects, 'Service').length + 1);
    for (const { metadata, spec } of processes) {
      const [container] = spec.template.spec.containers;
      const mounts = container.volumeMounts.map(({ mountPath }) => mountPath);
      assert.ok(mounts.includes('/etc/tollgate/certificates'), metadata.name);
      assert.ok(
        container.envFrom.some(({ secretRef }) => secretRef?.name === 'tollgate-kafka'),
        metadata.name,
      );
    }
  });
  check(`${label}: KEDA signs in for each trigger`, () => {
    for (const { metadata, spec } of ofKind(objects, 'ScaledObject'))
      for (const { authenticationRef, metadata: trigger } of spec.triggers) {
        assert.equal(authenticationRef?.name, 'kafka', metadata.name);
        assert.equal(trigger.tls, 'enable', metadata.name);
      }
  });
}
