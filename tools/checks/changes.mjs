// Fragments of the changelog are well formed: the release assembles them.
import { join } from 'node:path';
import { readFragments } from '../release/fragments.ts';
import { root } from './files.mjs';

export function checkChanges() {
  try {
    readFragments(join(root, 'changes'));
    return [];
  } catch (error) {
    return [error.message];
  }
}
