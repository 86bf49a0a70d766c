// The Node that runs everything. package.json (`engines`) names the oldest supported version, .node-version the
// image's. If the machine has only an older one, npm installs the latter, as a package with just the binary.
//   node tools/node.mjs [DIRECTORY]   prints the path of a supported Node; it is put into DIRECTORY, .node by default
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, execPath, versions } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const numbers = (version) => version.match(/\d+/g).map(Number);

/** The oldest supported Node, such as `22.18`. */
export const oldestNode = () =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace(/^>=/, '');
/** The Node of the image. */
export const preferredNode = () => readFileSync(join(root, '.node-version'), 'utf8').trim();

/** Whether a version is at least another one. */
export function isAtLeast(version, least) {
  const [have, need] = [numbers(version), numbers(least)];
  const differs = need.findIndex((number, index) => (have[index] ?? 0) !== number);
  return differs === -1 || (have[differs] ?? 0) > need[differs];
}

/** The npm that runs this program, if any: its name need not be on the path. Returns command and arguments. */
export function npmCommand(node = execPath) {
  const own = process.env.npm_execpath;
  return own && /npm-cli\.c?js$/.test(own) ? [node, own] : ['npm'];
}

/** Name of the package that holds the binary for a machine. */
export const packageOf = (platform, arch) =>
  `node${platform === 'darwin' && arch === 'arm64' ? '-bin' : ''}-${platform}-${arch}`;

/**
 * A supported Node: this one, or the image's, which npm puts into `directory` once. If that fails, this one is the only
 * one, and `say` receives the reason.
 * @returns the path of its binary
 */
export function supportedNode({
  directory = join(root, '.node'),
  say = (line) => process.stderr.write(`${line}\n`),
} = {}) {
  if (isAtLeast(versions.node, oldestNode())) return execPath;
  const version = preferredNode();
  const name = packageOf(process.platform, process.arch);
  const place = join(directory, version);
  const binary = join(place, 'node_modules', name, 'bin', 'node');
  const works = () =>
    existsSync(binary) && spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`;
  if (works()) return binary;
  say(
    `This is Node ${versions.node}; Tollgate needs ${oldestNode()} or newer. Fetching Node ${version} for it (once, 190 MB) ...`,
  );
  mkdirSync(place, { recursive: true });
  const [command, ...args] = npmCommand();
  const install = [
    'install',
    '--prefix',
    place,
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--fetch-retries=1',
    '--fetch-timeout=30000',
    `${name}@${version}`,
  ];
  const { status, stderr, error } = spawnSync(command, [...args, ...install], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: 300_000,
  });
  if (status === 0 && works()) return binary;
  const reason = (stderr || error?.message || 'it does not run here').trim().split('\n')[0];
  say(
    `It cannot be had (${reason}). Going on with Node ${versions.node}, which is not supported: install a newer one (https://nodejs.org).`,
  );
  return execPath;
}

if (argv[1] === fileURLToPath(import.meta.url)) console.log(supportedNode({ directory: argv[2] }));
