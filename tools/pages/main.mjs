// Builds the pages for people, if something that they depend on has changed. Exits with 1 if that fails.
import { buildPages } from './build.mjs';

process.exitCode = (await buildPages()) ? 0 : 1;
