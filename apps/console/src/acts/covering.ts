import { createContext, useCallback, useContext, useEffect, useState } from 'react';

/** Counts the dialogs in front of one. */
type Count = (by: 1 | -1) => void;

/** The count of the dialog that a component is in. */
export const Covering = createContext<Count>(() => undefined);

/**
 * A dialog knows whether another one covers it: Escape closes the one in front alone.
 * @returns the count for the dialogs that it opens
 */
export function useCovering(): { isCovered: boolean; count: Count } {
  const cover = useContext(Covering);
  const [covers, setCovers] = useState(0);
  const count = useCallback<Count>((by) => setCovers((before) => before + by), []);
  useEffect(() => {
    cover(1);
    return () => cover(-1);
  }, [cover]);
  return { isCovered: covers > 0, count };
}
