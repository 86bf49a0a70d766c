// npm runs this after it has installed the packages: it makes the hooks of .husky those of this clone. It skips places
// without commits: CI, an image, an installation without development packages, and a linked worktree, which shares the
// configuration of its clone. HUSKY=0 also skips it; `git commit --no-verify` bypasses the hooks.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const isClone = statSync(join(root, '.git'), { throwIfNoEntry: false })?.isDirectory() ?? false;

if (isClone && !process.env.CI && process.env.NODE_ENV !== 'production') {
  try {
    process.chdir(root);
    const { default: husky } = await import('husky');
    const problem = husky();
    if (problem) console.error(`No Git hooks: ${problem}`);
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') console.error(`No Git hooks: ${error.message}`);
  }
}
