// npm run release              prints the section of the next version, from the fragments in changes/
// npm run release -- VERSION   releases: the section goes to CHANGELOG.md with today's date, the fragments are deleted,
//                              and all packages and manifests get the version
// docs/contribute/releases.md has the steps around it.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@tollgate/harness/process';
import { isForChangelog, readFragments, sectionOf, withSection, type Fragment } from './fragments.ts';

const directory = join(repository, 'changes');

const edit = (path: string, change: (text: string) => string): void => {
  const file = join(repository, path);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
};

function release(version: string, fragments: Fragment[]): void {
  const today = new Date().toISOString().slice(0, 10);
  edit('CHANGELOG.md', (text) => withSection(text, sectionOf(fragments.filter(isForChangelog), version, today)));
  for (const { name } of fragments) rmSync(join(directory, name));
  const everywhere = ['--workspaces', '--include-workspace-root', '--no-workspaces-update', '--allow-same-version'];
  execFileSync('npm', ['version', version, '--no-git-tag-version', ...everywhere], { cwd: repository });
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: repository });
  const names = (text: string): string =>
    text
      .replace(/newTag: "\d+\.\d+\.\d+"/g, `newTag: "${version}"`)
      .replace(/newTag: \d+\.\d+\.\d+/g, `newTag: ${version}`)
      .replace(/tollgate:\d+\.\d+\.\d+/g, `tollgate:${version}`)
      .replace(/migrate-\d+-\d+-\d+/g, `migrate-${version.replaceAll('.', '-')}`);
  for (const path of ['k8s/base/kustomization.yaml', 'k8s/base/migration.yaml', 'docs/operate/deployment.md'])
    edit(path, names);
  edit('libs/sdk-python/pyproject.toml', (text) => text.replace(/^version = ".*"$/m, `version = "${version}"`));
}

function main([version]: string[]): void {
  const fragments = readFragments(directory);
  if (version === undefined) return console.log(sectionOf(fragments.filter(isForChangelog), 'Unreleased'));
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is no version`);
  release(version, fragments);
  console.log(`${version} is written. Read the difference, then go on in docs/contribute/releases.md.`);
}

main(process.argv.slice(2));
