import { useLingui } from '@lingui/react/macro';
import type { Selection } from './selection.js';

/** The check box of a row. @param name what the row is about */
export function RowCheck({ selection, id, name }: { selection: Selection; id: string; name: string }) {
  const { t } = useLingui();
  return (
    <input
      type="checkbox"
      aria-label={t`Select ${name}`}
      checked={selection.has(id)}
      onClick={({ shiftKey }) => selection.toggle(id, shiftKey)}
      onChange={() => undefined}
    />
  );
}

/** The check box of all rows of the page. */
export function PageCheck({ selection, keys }: { selection: Selection; keys: readonly string[] }) {
  const { t } = useLingui();
  const chosen = keys.filter((key) => selection.has(key)).length;
  return (
    <input
      type="checkbox"
      aria-label={t`Select all rows of the page`}
      checked={chosen === keys.length}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < keys.length;
      }}
      onChange={selection.togglePage}
    />
  );
}
