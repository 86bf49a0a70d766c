// The table of all checks. `.ci/run` and `npm run verify` are filters over it. The order matters: among the steps that
// may start, the first one does. Steps that others need and long ones come early.

const program = (file, ...args) => ['node', file, ...args];
const npm = (script, ...args) => ['npm', 'run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])];
const part = (name, ...args) => program('tools/test.mjs', '--part', name, ...args);

const ci = ['ci'];
const verify = ['verify'];
const both = [...ci, ...verify];

/** Files that determine behaviour; a change of documents alone is outside. */
const code = [
  'apps/',
  'libs/',
  'conformance/',
  'tools/',
  '.ci/',
  '.node-version',
  '.npmrc',
  'jest',
  'package',
  'tsconfig',
];
const deployed = [...code, '.dockerignore', 'deploy/', 'docker-compose.yml', 'k8s/'];

/** In `.ci/run` seeds are fixed: a change must not fail for reasons that it did not introduce. */
const fixed = { simulate: 'nov23', fuzz: '98317507', properties: '20251125' };

/**
 * @typedef {object} Step
 * @property {string} name its name on the command line, in reports, and of its log
 * @property {('ci' | 'verify')[]} tiers `ci`: for each change, `.ci/run`; `verify`: the whole proof, `npm run verify`
 * @property {number} minutes its limit: a step that exceeds it is stopped and fails
 * @property {string[]} [needs] steps that must pass first
 * @property {string[]} [paths] prefixes of paths whose changes make it necessary; absent: all changes do
 * @property {boolean} [alone] whether it runs alone, because it would disturb others
 * @property {(run: { tier: string, seed: string, commit: string, release: boolean }) => string[]} command program and arguments. Its
 *   output may end with `N passed, N failed`; otherwise it counts as one. A line `NAME: N passed, N failed, N s` states a part
 */

/** @type {Step[]} */
export const steps = [
  { name: 'install', tiers: both, minutes: 12, command: () => program('tools/gate/install.mjs') },
  { name: 'build', tiers: both, minutes: 4, needs: ['install'], paths: code, command: () => npm('build') },
  {
    name: 'fetch',
    tiers: both,
    minutes: 8,
    needs: ['install'],
    paths: deployed,
    command: ({ tier }) => program('tools/gate/fetch.mjs', ...(tier === 'verify' ? ['--whole'] : [])),
  },
  {
    name: 'service',
    tiers: both,
    minutes: 45,
    needs: ['build'],
    paths: code,
    // An eighth of the scenarios for each change, different ones each time: all of them took half of the gate's time.
    command: ({ tier, commit }) =>
      tier === 'ci' ? part('service', '--pick', commit, '--scenarios', '8') : part('service'),
  },
  {
    name: 'unit',
    tiers: both,
    minutes: 30,
    needs: ['install'],
    paths: code,
    // A release tries all values of the properties. Other proofs take a part of them, with other seeds each time.
    command: ({ tier, seed, release }) =>
      tier === 'ci'
        ? part('unit', '--seed', fixed.properties, '--share', '0.1')
        : part('unit', '--seed', numeric(seed), ...(release ? [] : ['--share', '0.3'])),
  },
  {
    name: 'pages',
    tiers: both,
    // All variants of each page take twice as long as one, and more beside another long step.
    minutes: 35,
    needs: ['build', 'fetch'],
    paths: code,
    command: ({ tier }) => npm('test:pages', ...(tier === 'ci' ? ['--quick'] : [])),
  },
  { name: 'lint', tiers: both, minutes: 8, needs: ['install'], command: () => npm('lint') },
  {
    name: 'types',
    tiers: both,
    minutes: 5,
    needs: ['build'],
    paths: code,
    command: () => program('tools/build.mjs', '--specs'),
  },
  { name: 'interface', tiers: both, minutes: 2, needs: ['build'], command: () => npm('compare-interface') },
  { name: 'tools', tiers: both, minutes: 5, needs: ['build'], command: () => part('tools') },
  { name: 'generators', tiers: verify, minutes: 25, needs: ['build'], paths: code, command: () => part('generators') },
  {
    name: 'manifests',
    tiers: both,
    minutes: 3,
    needs: ['build'],
    paths: deployed,
    command: () => program('tools/cluster/check-manifests.ts'),
  },
  {
    name: 'smoke',
    tiers: ci,
    minutes: 8,
    needs: ['build', 'fetch'],
    paths: deployed,
    command: ({ commit }) => program('tools/cluster/smoke.ts', '--pick', commit),
  },
  {
    name: 'chaos',
    tiers: both,
    // Some acts wait: claims of a killed process end after four minutes, and waits for a tax engine grow up to five.
    minutes: 60,
    needs: ['build', 'fetch'],
    paths: code,
    command: ({ tier, seed }) => npm('test:chaos', ...(tier === 'ci' ? ['--quick'] : ['--seed', seed])),
  },
  {
    name: 'simulate',
    tiers: both,
    minutes: 60,
    needs: ['build'],
    paths: code,
    command: ({ tier, seed, release }) =>
      tier === 'ci'
        ? npm('simulate', '--gate', '--seed', fixed.simulate, '--lives', '5', '--wall-lives', '1')
        : npm('simulate', '--gate', '--seed', seed, '--lives', release ? '100' : '50', '--wall-lives', '4'),
  },
  {
    name: 'clients',
    tiers: both,
    minutes: 8,
    needs: ['build', 'fetch'],
    paths: code,
    command: () => npm('test:clients'),
  },
  {
    name: 'fuzz',
    tiers: both,
    minutes: 10,
    needs: ['build', 'fetch'],
    paths: code,
    command: ({ tier, seed }) =>
      tier === 'ci'
        ? npm('test:fuzz', '--seed', fixed.fuzz, '--seconds', '30')
        : npm('test:fuzz', '--seed', numeric(seed), '--seconds', '180'),
  },
  {
    name: 'doors',
    tiers: verify,
    minutes: 30,
    needs: ['build'],
    paths: code,
    command: ({ seed }) => npm('test:doors', '--seed', seed),
  },
  {
    name: 'receivers',
    tiers: verify,
    // A machine without a cache compiles Go's standard library first.
    minutes: 12,
    needs: ['build', 'fetch'],
    paths: [...code, 'docs/start/'],
    command: () => npm('test:receivers'),
  },
  {
    name: 'recipes',
    tiers: verify,
    minutes: 6,
    needs: ['build'],
    paths: [...code, 'README.md', 'docs/start/'],
    command: () => npm('test:recipes'),
  },
  {
    name: 'disk',
    tiers: verify,
    minutes: 6,
    needs: ['build'],
    paths: code,
    command: ({ seed }) => npm('test:disk', seed),
  },
  {
    name: 'backup',
    tiers: verify,
    minutes: 6,
    needs: ['build'],
    paths: code,
    command: ({ seed }) => npm('test:backup', seed),
  },
  {
    name: 'react-packages',
    tiers: verify,
    minutes: 12,
    needs: ['build', 'fetch'],
    paths: code,
    command: () => npm('test:react-packages'),
  },
  {
    name: 'sdk',
    tiers: verify,
    // Twenty starts of a service, beside other steps.
    minutes: 20,
    needs: ['build', 'fetch'],
    paths: code,
    command: () => npm('test:sdk'),
  },
  {
    name: 'sdk-python',
    tiers: verify,
    minutes: 12,
    needs: ['build', 'fetch'],
    paths: code,
    command: () => npm('test:sdk-python'),
  },
  { name: 'package', tiers: verify, minutes: 20, needs: ['build'], paths: code, command: () => npm('test:package') },
  { name: 'agents', tiers: verify, minutes: 5, needs: ['build'], paths: code, command: () => npm('test:agents') },
  { name: 'traces', tiers: verify, minutes: 6, needs: ['build'], paths: code, command: () => npm('test:traces') },
  {
    name: 'upgrade',
    tiers: verify,
    minutes: 12,
    needs: ['build'],
    paths: code,
    command: ({ seed }) => npm('test:upgrade', seed),
  },
  {
    name: 'e-invoices',
    tiers: verify,
    minutes: 15,
    needs: ['build', 'fetch'],
    paths: code,
    command: ({ seed }) => npm('test:e-invoices', '--seed', seed),
  },
  {
    name: 'image',
    tiers: verify,
    minutes: 12,
    needs: ['build', 'fetch'],
    paths: deployed,
    command: () => program('tools/cluster/check-image.ts'),
  },
  {
    name: 'secured',
    tiers: verify,
    minutes: 6,
    needs: ['build', 'fetch'],
    paths: deployed,
    command: () => program('tools/secured/secured.ts'),
  },
  {
    name: 'secured-cluster',
    tiers: verify,
    minutes: 12,
    alone: true,
    needs: ['build', 'fetch'],
    paths: deployed,
    command: ({ commit }) => program('tools/secured/cluster.ts', '--pick', commit),
  },
  {
    name: 'start',
    tiers: verify,
    // It installs and builds all once more, beside other steps.
    minutes: 25,
    needs: ['install'],
    paths: deployed,
    command: () => npm('test:start'),
  },
  {
    name: 'cluster',
    tiers: verify,
    minutes: 60,
    // Its twenty processes poll all the time: the longer it takes, the more CPU they use. Steps that run alone come last:
    // the other lane would be idle while they wait for a long one.
    alone: true,
    needs: ['build', 'fetch'],
    paths: deployed,
    // The service plays all scenarios and all integration tests in one process. A cluster plays all of them before a release.
    command: ({ commit, release }) =>
      program('tools/cluster/test.ts', ...(release ? [] : ['--pick', commit, '--share', '8'])),
  },
  {
    name: 'kills',
    tiers: verify,
    minutes: 10,
    alone: true,
    needs: ['build', 'fetch'],
    paths: deployed,
    command: () => program('tools/cluster/kills.ts', '--kills', '20', '--invoices', '60'),
  },
  {
    name: 'storm',
    tiers: verify,
    minutes: 15,
    // Its cluster slows down timed steps beside it, like that of the previous step.
    alone: true,
    needs: ['build', 'fetch'],
    paths: deployed,
    command: ({ seed }) => program('tools/cluster/storm.ts', '--seconds', '90', '--seed', seed, '--restore'),
  },
];

/** Some seeds must be numbers. */
const numeric = (seed) =>
  String([...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000_007, 7));
