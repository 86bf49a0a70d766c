import { NoAnswer } from '../calls/refusal.js';
import { named, tool } from './tool.js';

const mostSimilar = 5;

/** `call_reference`: the reference of one call. */
export const callReference = tool({
  name: 'call_reference',
  title: 'Read the reference of a call',
  description:
    'Gives the parameters, the fields of the body and of the answer, and the key permission of one call of the HTTP ' +
    'interface.',
  input: { call: named('Operation id such as `createWallet`, or method and path such as `POST /wallets`') },
  calls: [],
  answer: async ({ call }, { reference }) => {
    const read = await reference.read(call);
    if (read) return { ...read };
    const similar = await reference.find(call, mostSimilar);
    throw new NoAnswer('call_not_found', 'The interface has no such call.', { similar });
  },
});
