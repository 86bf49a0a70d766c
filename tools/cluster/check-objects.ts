// Checks objects of Kubernetes against the existing services, as they are written or rendered.
import assert from 'node:assert/strict';
import { assertCommand, at, check } from './manifest-checks.ts';
import { type KubernetesObject, type PodTemplate, type ServicePort, objectOf, ofKind } from './manifests.ts';
import { type ProcessName, containerPort, entryPoint, migration, operationsPort, services } from './services.ts';

/** @param rendered whether an overlay made them: then nothing is missing in them */
export function checkObjects(label: string, objects: KubernetesObject[], rendered: boolean): void {
  const find = <K extends KubernetesObject['kind']>(kind: K, name: string) => objectOf(objects, kind, name);
  for (const { name } of services) check(`${label}: ${name}`, () => assertService(objects, name, rendered));
  check(`${label}: migrate`, () =>
    assertCommand(at(ofKind(objects, 'Job'), 0).spec.template.spec.containers[0].command, migration),
  );
  check(`${label}: operations are not for the outside`, () => {
    const open = find('NetworkPolicy', 'gateway-from-outside').spec.ingress;
    assert.deepEqual(open, [{ ports: [{ port: containerPort }] }]);
    assert.deepEqual(
      find('NetworkPolicy', 'metrics').spec.ingress?.flatMap(({ ports }) => ports),
      [{ port: operationsPort }],
    );
    const { ingress, egress } = find('NetworkPolicy', 'among-services').spec;
    for (const side of [ingress, egress]) {
      assert.ok(side, 'a side has no rule');
      for (const rule of side) assert.deepEqual(rule.ports, [{ port: containerPort }, { port: operationsPort }]);
    }
  });
  for (const { metadata, spec } of ofKind(objects, 'HorizontalPodAutoscaler')) {
    check(`${label}: autoscaling of ${metadata.name}`, () => void find('Deployment', spec.scaleTargetRef.name));
  }
}

function assertService(objects: KubernetesObject[], name: ProcessName, rendered: boolean): void {
  const { template, selector } = objectOf(objects, 'Deployment', name).spec;
  const [container] = template.spec.containers;
  assertCommand(container.command, entryPoint(name));
  assert.deepEqual(
    container.envFrom.map((from) => from.secretRef?.name).filter(Boolean),
    [`tollgate-${name}`],
    'it is given secrets that are not its own',
  );
  const labels = template.metadata.labels;
  const matches = (labelSelector: Record<string, string>) =>
    Object.entries(labelSelector).every(([key, value]) => labels[key] === value);
  assert.ok(matches(selector.matchLabels), 'the Deployment does not select its pods');
  const service = objectOf(objects, 'Service', name);
  assert.ok(matches(service.spec.selector), 'the Service does not select the pods');
  assert.deepEqual(
    service.spec.ports.map(({ port }) => port),
    [containerPort, operationsPort],
  );
  assert.ok(
    matches(objectOf(objects, 'PodDisruptionBudget', name).spec.selector.matchLabels),
    'the budget does not select the pods',
  );
  if (rendered) assertRendered(objects, template, service.spec.ports);
}

/** Checks an overlay's additions to a service. */
function assertRendered(objects: KubernetesObject[], template: PodTemplate, ports: ServicePort[]): void {
  const [container] = template.spec.containers;
  for (const { port, targetPort } of ports) {
    assert.equal(container.ports.find(({ name: own }) => own === targetPort)?.containerPort, port);
  }
  assert.equal(template.metadata.annotations['prometheus.io/port'], String(operationsPort));
  assert.equal(container.readinessProbe.httpGet.path, '/ready');
  assert.equal(container.livenessProbe.httpGet.path, '/health');
  assert.ok(container.resources.requests.cpu && container.resources.limits.memory, 'has no resources');
  assert.equal(container.securityContext.readOnlyRootFilesystem, true);
  assert.equal(template.spec.securityContext.runAsNonRoot, true);
  for (const { emptyDir } of template.spec.volumes) assert.ok(emptyDir?.sizeLimit, 'a volume may grow without end');
  objectOf(objects, 'ConfigMap', container.envFrom[0]?.configMapRef?.name ?? 'of the service');
}

/** Only one autoscaler scales each Deployment, and no manifest resets its number. */
export function checkScaling(label: string, objects: KubernetesObject[]): void {
  const scalers = [...ofKind(objects, 'HorizontalPodAutoscaler'), ...ofKind(objects, 'ScaledObject')];
  for (const { kind, metadata, spec } of scalers)
    check(`${label}: ${kind} ${metadata.name}`, () => {
      const { name } = spec.scaleTargetRef;
      assert.equal(metadata.namespace, 'tollgate');
      assert.equal(
        scalers.filter((other) => other.spec.scaleTargetRef.name === name).length,
        1,
        'there is another one',
      );
      const target = objectOf(objects, 'Deployment', name);
      assert.equal(target.spec.replicas, undefined, 'its Deployment says how many there are');
    });
}
