// Loaded into a service with `node --import`: replaces one text of a compiled library while Node.js loads it. PLANTED
// is the JSON of `{ file, from, to }`.
import { register } from 'node:module';

const hooks = `
const planted = ${process.env.PLANTED};
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('/' + planted.file)) return loaded;
  const text = String(loaded.source);
  if (!text.includes(planted.from)) throw new Error('Nothing to plant in ' + planted.file + ': ' + planted.from);
  return { ...loaded, source: text.replace(planted.from, planted.to) };
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
