// LangChain: a callback for any model or chain, `model.invoke(input, { callbacks: [new UsageCallback(tollgate, subscription)] })`.
import { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import { AIMessage } from '@langchain/core/messages';
import type { ChatGeneration, LLMResult } from '@langchain/core/outputs';
import type { Tollgate } from '@tollgate/sdk';

export class UsageCallback extends BaseCallbackHandler {
  name = 'tollgate';
  private readonly tollgate: Tollgate;
  private readonly subscription: string;

  constructor(tollgate: Tollgate, subscription: string) {
    super();
    this.tollgate = tollgate;
    this.subscription = subscription;
  }

  /** @param runId LangChain's identifier of the call, which no other call has */
  override handleLLMEnd({ generations }: LLMResult, runId: string): void {
    for (const [place, generation] of generations.flat().entries()) {
      const { message } = generation as Partial<ChatGeneration>;
      if (!AIMessage.isInstance(message) || !message.usage_metadata) continue;
      const { input_tokens: input, output_tokens: output } = message.usage_metadata;
      for (const [code, tokens] of Object.entries({ llm_input_tokens: input, llm_output_tokens: output }))
        this.tollgate.events.add({
          transaction_id: `${runId}-${place}-${code}`,
          code,
          external_subscription_id: this.subscription,
          properties: { tokens },
        });
    }
  }
}
