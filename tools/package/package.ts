// npm run package [-- DIRECTORY]: packs the npm package `tollgate` into a directory (the present one). Needs a build.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runToEnd } from '@tollgate/clients/run';
import { assemble } from './assemble.ts';

/** Packs the package. @param destination an existing directory @returns the path of the archive */
export async function pack(destination: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-package-'));
  try {
    assemble(directory);
    const name = await runToEnd('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', destination], {
      cwd: directory,
    });
    return join(destination, name.trim());
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(await pack(resolve(process.argv[2] ?? '.')));
