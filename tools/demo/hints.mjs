// Runs the demo or the seed, and says in plain words what is missing on a fresh clone. It is plain JavaScript without
// packages, so that it runs before they are installed, and on a Node that is too old for the rest.
import { oldestNode } from '../node.mjs';

function hintOf({ code, message }) {
  if (code === 'ERR_MODULE_NOT_FOUND') return 'The packages are not installed yet: npm start does that.';
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return `This is Node ${process.versions.node}; this needs ${oldestNode()} or newer (https://nodejs.org).`;
  return message;
}

/**
 * Runs a program; prints the error without a stack and fails if it cannot continue.
 * @param load imports it: a module with `main`
 */
export async function runWithHints(load) {
  try {
    await (await load()).main();
  } catch (error) {
    console.error(`\n${hintOf(error)}`);
    process.exitCode = 1;
  }
}
