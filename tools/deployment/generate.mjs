// npm run manifests [-- --check]
// Writes the parts of deployment files that describe services, from their declarations
// (libs/contracts/src/services.ts). It writes whole files in k8s/base/services, and in other files the lines between
// `begin: NAME` and `end: NAME`. With --check it writes nothing, and names files that are out of date.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { passwordVariable, services as declared } from '../cluster/services.ts';
import { composeService, kubernetesSecret, kubernetesService, requiredVariable } from './templates.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const services = declared.map((service) => ({ ...service, passwordVariable: passwordVariable(service) }));
const others = services.filter(({ name }) => name !== 'gateway');
const lines = (texts, indent = '') => texts.map((text) => `${indent}${text}\n`).join('');

const sendsMails = ({ secrets }) => secrets.includes('SMTP_URL');

/** The generated text of each file and block. */
const blocks = {
  'docker-compose.yml': {
    addresses: lines(
      services.map(({ urlVariable, name }) => `${urlVariable}: http://${name}:3000`),
      '    ',
    ),
    services: services.map((service) => composeService(service, others)).join(''),
    passwords: lines(
      services.map((service) => `${service.passwordVariable}: ${requiredVariable(service.passwordVariable)}`),
      '      ',
    ),
  },
  'k8s/base/config.env': {
    addresses: lines(services.map(({ urlVariable, name }) => `${urlVariable}=http://${name}:3000`)),
  },
  'k8s/base/kustomization.yaml': {
    services: lines(
      services.map(({ name }) => `- services/${name}.yaml`),
      '  ',
    ),
  },
  'k8s/base/secrets.example.yaml': {
    services: services.map(kubernetesSecret).join(''),
    passwords: lines(
      services.map((service) => `${service.passwordVariable}: change-me`),
      '  ',
    ),
  },
  'k8s/base/network-policies.yaml': {
    'usage store': lines(
      [
        `values: [${[...services.filter(({ usageStore }) => usageStore).map(({ name }) => name), 'migrate'].join(', ')}]`,
      ],
      '        ',
    ),
    mails: lines(
      [
        `values: [${services
          .filter(sendsMails)
          .map(({ name }) => name)
          .join(', ')}]`,
      ],
      '        ',
    ),
  },
  'deploy/make-env.sh': {
    passwords: lines([`set -- ${services.map((service) => service.passwordVariable).join(' ')}`]),
  },
};

/** A text with the contents of a block replaced. @throws Error if it has no such block */
export function withBlock(text, name, contents) {
  const block = new RegExp(`(^[ \\t]*# begin: ${name}\\b[^\\n]*\\n)[\\s\\S]*?(^[ \\t]*# end: ${name}$)`, 'm');
  if (!block.test(text)) throw new Error(`has no block "${name}"`);
  return text.replace(block, (_, begin, end) => `${begin}${contents}${end}`);
}

/** The generated files: path to text; null for a file to delete. */
export function deploymentFiles() {
  const files = new Map();
  for (const [path, contents] of Object.entries(blocks)) {
    let text = readFileSync(join(root, path), 'utf8');
    for (const [name, block] of Object.entries(contents)) text = withBlock(text, name, block);
    files.set(path, text);
  }
  const directory = 'k8s/base/services';
  for (const file of readdirSync(join(root, directory))) files.set(`${directory}/${file}`, null);
  for (const service of services) files.set(`${directory}/${service.name}.yaml`, kubernetesService(service));
  return files;
}

/** Paths of files that are out of date. */
export const outdatedFiles = () =>
  [...deploymentFiles()].flatMap(([path, text]) => {
    const there = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null;
    return there === text ? [] : [path];
  });

if (argv[1] === fileURLToPath(import.meta.url)) {
  const outdated = outdatedFiles();
  const check = argv.includes('--check');
  const files = deploymentFiles();
  for (const path of check ? [] : outdated) {
    if (files.get(path) === null) rmSync(join(root, path));
    else writeFileSync(join(root, path), files.get(path));
  }
  for (const path of outdated) console.log(check ? `${path} is not current: npm run manifests` : `${path} written`);
  process.exitCode = check && outdated.length > 0 ? 1 : 0;
}
