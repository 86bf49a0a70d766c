// One source of truth about Node: package.json names the oldest supported version, .node-version the image's. Documents
// and Dockerfile agree, and every package of the lock file supports both.
import semver from 'semver';
import { oldestNode, preferredNode } from '../node.mjs';
import { listFiles, read } from './files.mjs';

/** Statements of a text about Node that conflict, one line each. */
export function conflictingVersions(path, text, oldest, preferred) {
  const problems = [];
  const lineAt = (offset) => text.slice(0, offset).split('\n').length;
  const compare = (pattern, version, source) => {
    for (const found of text.matchAll(pattern)) {
      if (found[1] !== version)
        problems.push(`${path}:${lineAt(found.index)}: says Node ${found[1]}, ${source} says ${version}`);
    }
  };
  compare(/Node(?:\.js)? (\d[\d.]*) or newer/g, oldest, 'package.json');
  compare(/^FROM node:([\d.]+)/gm, preferred, '.node-version');
  compare(/Node (\d[\d.]*), the one of the image/g, preferred.split('.')[0], '.node-version');
  return problems;
}

/** Systems on which the service runs; packages for other systems are never installed. */
const systems = ['linux', 'darwin'];

/** Packages of a lock file that do not support a version of Node, one line each. */
export function unsupportedBy(lock, version) {
  return Object.entries(lock.packages)
    .filter(([, { os }]) => !os || systems.some((system) => os.includes(system)))
    .filter(([, { engines }]) => engines?.node && !semver.satisfies(version, engines.node))
    .map(
      ([path, { engines }]) =>
        `package-lock.json: ${path.replace(/^.*node_modules\//, '') || 'the workspace'} asks for Node ${engines.node}, not ${version}`,
    );
}

export function checkNodeVersion() {
  const [oldest, preferred] = [oldestNode(), preferredNode()];
  const copies = listFiles().filter((path) =>
    /^(README|CONTRIBUTING|docs\/(?!reference\/|decisions\/).*)\.?[^/]*$|Dockerfile|^\.ci\/run$/.test(path),
  );
  const lock = JSON.parse(read('package-lock.json'));
  return [
    ...copies.flatMap((path) => conflictingVersions(path, read(path), oldest, preferred)),
    ...[semver.minVersion(`>=${oldest}`).version, preferred].flatMap((version) => unsupportedBy(lock, version)),
  ];
}
