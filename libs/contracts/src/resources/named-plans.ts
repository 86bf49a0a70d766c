import { z } from 'zod';
import { intervals } from '../http/enums.js';
import { described, shape, svcId, texts } from '../http/texts.js';

/** A plan by its names, with its interval. */
export const NamedPlan = shape('A plan by its names, with its interval', {
  svc_id: svcId(),
  code: described(z.string(), ...texts.code),
  name: described(z.string(), ...texts.name),
  interval: described(z.enum(intervals), ...texts.interval),
});
export type NamedPlan = z.infer<typeof NamedPlan>;
