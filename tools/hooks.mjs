// npm runs this after it has installed the packages: the hooks of .husky become those of this clone. There are none
// where nobody commits: in CI, in an image, without the development packages, or in a linked worktree, whose
// configuration is that of the clone it belongs to. HUSKY=0 leaves them out; `git commit --no-verify` passes them by.
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
