// node tools/cluster/check-manifests.ts
// Checks the deployment files against the existing services: commands, ports, addresses, variables. Renders the
// Kubernetes overlays with kubectl and the compose file with docker compose if those are installed.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { repository } from '@tollgate/harness/process';
import { preferredNode } from '../node.mjs';
import { checkCompose, checkComposeConfiguration } from './check-compose.ts';
import { checkKubernetes } from './check-kubernetes.ts';
import { checkRendered } from './check-rendered.ts';
import { assertCommand, check, output, report } from './manifest-checks.ts';
import { documents, filesUnder, isYaml, read } from './manifests.ts';
import { has } from '@tollgate/harness/packages';
import { containerPort, entryPoint, environment, operationsUrlVariable, services } from './services.ts';

const yamlFiles = ['docker-compose.yml', ...filesUnder('deploy'), ...filesUnder('k8s')].filter(isYaml);
for (const file of yamlFiles) check(`${file} parses`, () => void documents(read(file), file));
if (report.counts.failed > 0) report.finish();

checkCompose();

check('Dockerfile', () => {
  const text = read('deploy/Dockerfile');
  assertCommand(JSON.parse(/^CMD (\[.*\])$/m.exec(text)?.[1] ?? 'null'), entryPoint('gateway'));
  assert.equal(Number(/^EXPOSE (\d+)$/m.exec(text)?.[1]), containerPort);
  assert.match(text, /^USER node$/m);
  const bases = [...text.matchAll(/^FROM node:(\S+)-slim/gm)].map(([, version]) => version);
  assert.deepEqual(bases, [preferredNode(), preferredNode()]);
});

checkKubernetes(yamlFiles);
checkRendered();
checkComposeConfiguration();

check('alerts and dashboard ask for metrics that there are', () => {
  const sources = filesUnder('libs')
    .filter((file) => file.endsWith('.ts') && file.includes('/src/'))
    .map(read)
    .join('\n');
  const metrics = ['deploy/monitoring/alerts.yml', 'deploy/monitoring/dashboard.json'].flatMap(
    (file) => read(file).match(/\btollgate_\w+/g) ?? [],
  );
  for (const name of new Set(metrics))
    assert.ok(sources.includes(`'${name.replace(/_(count|sum|bucket)$/, '')}'`), name);
});
if (has('promtool'))
  check('promtool check rules', () => {
    output('promtool', ['check', 'rules', join(repository, 'deploy/monitoring/alerts.yml')]);
  });
else console.log('skipped promtool: it is not installed');

check('docs/operate/deployment.md lists the variables', () => {
  const listed = [...read('docs/operate/deployment.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  for (const name of [...environment, ...services.map(operationsUrlVariable)])
    assert.ok(listed.includes(name), `${name} is not in the table`);
});

report.finish();
