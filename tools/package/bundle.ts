// The packages of others inside the npm package: one archive is fetched faster than three hundred.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { repository } from '@tollgate/harness/process';

interface Locked {
  version: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const inside = 'node_modules/';

/** Types, maps, texts, tests, tools, and fonts that documents do not use. */
const patterns = [
  /\.([cm]?ts|map|md|markdown|flow|tsbuildinfo)$/,
  /\/(test|tests|docs|example|examples|\.[^/]+)$/i,
  // Builds for browsers and bundlers.
  /\/(umd|bundles|esnext)$|\.(standalone|umd)\.js$|\/browser(-module)?\.(cjs|mjs)$/,
  /@fontsource-variable\/.*(?<!-wght-normal)\.woff2$/,
  /dejavu-fonts-ttf\/ttf\/(?!DejaVuSans(-Bold)?\.ttf$)/,
];
const isLicense = (path: string): boolean => /\/(licen[cs]e|copying|notice)[^/]*$/i.test(path);
const isForDevelopment = (path: string): boolean => !isLicense(path) && patterns.some((pattern) => pattern.test(path));

/** The place of a package as another one finds it: the nearest `node_modules` above it. */
function placeOf(name: string, from: string): string | undefined {
  for (let above = from; ; above = above.slice(0, Math.max(0, above.lastIndexOf(`/${inside}`)))) {
    const place = above === '' ? `${inside}${name}` : `${above}/${inside}${name}`;
    if (packages[place]) return place;
    if (above === '') return undefined;
  }
}

/** Whether npm must choose among builds for machines. It fetches such a package itself. */
const hasBuilds = (place: string): boolean =>
  Object.keys(packages[place]?.optionalDependencies ?? {}).some(
    (name) => packages[placeOf(name, place) ?? '']?.os !== undefined,
  );

/** The places of packages that others need, with those that they need. */
function neededBy(names: string[], from: string, found: Set<string>): void {
  for (const name of names) {
    const place = placeOf(name, from);
    if (place === undefined || found.has(place)) continue;
    found.add(place);
    neededBy(Object.keys(packages[place]?.dependencies ?? {}), place, found);
  }
}

/** Copies a package without those below it. */
function copyPackage(place: string, directory: string): void {
  const source = join(repository, place);
  cpSync(source, join(directory, place), {
    recursive: true,
    dereference: true,
    filter: (path) => {
      const part = relative(source, path);
      return !/(^|\/)node_modules$/.test(part) && !isForDevelopment(join(place, part));
    },
  });
}

export interface Bundled {
  /** Packages inside, by name. */
  bundled: string[];
  /** Packages that npm fetches for the machine, with their versions. */
  fetched: Record<string, string>;
}

/**
 * Copies the packages that the service needs, in their tested versions, into the `node_modules` of a directory.
 * @param names of the direct dependencies
 * @throws Error if one is not installed
 */
export function bundle(names: string[], directory: string): Bundled {
  const direct = names.map((name) => ({ name, place: `${inside}${name}` }));
  const forMachine = direct.filter(({ place }) => hasBuilds(place));
  const bundled = direct.filter(({ place }) => !hasBuilds(place)).map(({ name }) => name);
  const places = new Set<string>();
  neededBy(bundled, '', places);
  for (const place of places) {
    if (!existsSync(join(repository, place))) throw new Error(`${place} is not installed: run npm ci first.`);
    copyPackage(place, directory);
  }
  const fetched = Object.fromEntries(forMachine.map(({ name, place }) => [name, packages[place]?.version ?? '']));
  return { bundled, fetched };
}
