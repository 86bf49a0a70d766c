import type { EventSourceKind } from '@tollgate/contracts';
import { aiGateway } from './ai-gateway.js';
import { genAi } from './gen-ai.js';
import { kafka } from './kafka.js';
import { litellm } from './litellm.js';
import { openmeter } from './openmeter.js';
import { otlp } from './otlp.js';
import type { SourceKind } from './source-kind.js';
import { webhook } from './webhook.js';

/** Every kind by its name; the interface publishes the names. */
const kinds: Record<EventSourceKind, SourceKind> = {
  otlp,
  gen_ai: genAi,
  litellm,
  openmeter,
  ai_gateway: aiGateway,
  webhook,
  kafka,
};

export const kindOf = (name: EventSourceKind): SourceKind => kinds[name];
