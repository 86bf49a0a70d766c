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
  rmSync(scaled, { recursive: true });
}
