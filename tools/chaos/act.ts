// An act: a story with services that are killed, or whose neighbors fail, and with bills that must still be right.
import type { Stage } from './stage.ts';

/** Values of options by their names, as on the command line. */
type Options = Record<string, string>;

export interface Act {
  name: string;
  /** Its options, with their values in the whole proof. */
  options: Readonly<Options>;
  /** Fewer of everything, for the gate of each change; without them, the act belongs to the whole proof alone. */
  quick?: Readonly<Options>;
  /** Whether it measures how long calls take, so that nothing may play beside it. */
  isTimed?: boolean;
  /** @param changed options that differ from those of the whole proof */
  play(stage: Stage, changed: Readonly<Options>): Promise<void>;
}

/** Defines an act by a story that gets all of its options. */
export function act<O extends Options>({
  play,
  ...definition
}: Omit<Act, 'options' | 'quick' | 'play'> & {
  options: O;
  quick?: Partial<O>;
  play(stage: Stage, options: O): Promise<void>;
}): Act {
  const { options, quick } = definition;
  return {
    ...definition,
    quick: quick as Options | undefined,
    play: (stage, changed) => play(stage, { ...options, ...changed }),
  };
}
