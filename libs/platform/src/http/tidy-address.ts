const base = '/api/v1/';
const slash = '/';

/**
 * An address of the interface as it was meant: clients put base address and path together, and a slash too many comes of
 * it. Only slashes behind `/api/v1` and one at the end are taken away: an id that is empty is no other path.
 */
export function tidyAddress(url: string): string {
  if (!url.startsWith(base)) return url;
  const query = url.indexOf('?');
  const end = query < 0 ? url.length : query;
  const doubled = url[base.length] === slash;
  const ended = end > base.length && url[end - 1] === slash && url[end - 2] !== slash;
  if (!doubled && !ended) return url;
  const path = url.slice(0, ended ? end - 1 : end).replace(/^\/api\/v1\/+/, base);
  return path + url.slice(end);
}
