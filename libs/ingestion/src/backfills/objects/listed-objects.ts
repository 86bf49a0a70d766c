import { backfillBounds, type FieldErrors } from '@tollgate/contracts';
import type { ListedObject, S3Store } from '@tollgate/platform/buckets';
import type { FoundObject } from '../records/backfill-objects.repository.js';

/**
 * Finds the objects below a prefix with an end of the format, or the one object of this name, in the order of names.
 * @returns the objects, or the errors of the call
 */
export async function objectsBelow(
  store: Pick<S3Store, 'list'>,
  prefix: string,
  extensions: readonly string[],
): Promise<{ objects: FoundObject[] } | { errors: FieldErrors }> {
  const listed = await store.list(prefix, 10 * backfillBounds.objects);
  const objects = listed.filter((object) => isMeant(object, prefix, extensions));
  if (objects.length === 0) return { errors: { url: ['objects_not_found'] } };
  if (objects.length > backfillBounds.objects || listed.length === 10 * backfillBounds.objects)
    return { errors: { url: ['too_many_objects'] } };
  if (objects.some(({ bytes }) => bytes > backfillBounds.objectBytes))
    return { errors: { url: ['object_is_too_large'] } };
  return { objects: objects.map((object) => ({ ...object, content: null })) };
}

/** Empty objects stand for folders, and mark the end of a program that writes files. */
function isMeant({ name, bytes }: ListedObject, prefix: string, extensions: readonly string[]): boolean {
  if (bytes === 0) return false;
  if (name === prefix) return true;
  const isBelow = prefix === '' || name.startsWith(`${prefix}/`);
  return isBelow && extensions.some((extension) => name.toLowerCase().endsWith(extension));
}
