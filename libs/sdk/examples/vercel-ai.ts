// Vercel's AI SDK: the tokens of a call, for one subscription.
import { generateText, type LanguageModel } from 'ai';
import type { Tollgate } from '@tollgate/sdk';

/** Calls a model, and adds an event for the tokens that it read and one for those that it wrote. */
export async function meteredText(
  tollgate: Tollgate,
  subscription: string,
  call: { model: LanguageModel; prompt: string },
): Promise<string> {
  const { text, totalUsage, response } = await generateText(call);
  const tokens = { llm_input_tokens: totalUsage.inputTokens, llm_output_tokens: totalUsage.outputTokens };
  for (const [code, count] of Object.entries(tokens))
    if (count !== undefined)
      tollgate.events.add({
        // The provider's identifier of the answer: the same work counts once.
        transaction_id: `${response.id}-${code}`,
        code,
        external_subscription_id: subscription,
        timestamp: response.timestamp,
        properties: { tokens: count, model: response.modelId },
      });
  return text;
}
