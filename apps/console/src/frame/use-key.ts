import { useEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea') !== null;

/** An open dialog has all keys, also before it has the focus. */
const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null;

/** Calls a function for a key without modifiers, unless the person types into a field or a dialog is open. */
export function useKey(keys: Record<string, (event: KeyboardEvent) => void>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isDialogOpen()) return;
      keys[event.key]?.(event);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}
