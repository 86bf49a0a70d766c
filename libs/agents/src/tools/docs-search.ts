import { named, tool } from './tool.js';

const mostFound = 12;

/** `docs_search`: calls of the interface by words. */
export const docsSearch = tool({
  name: 'docs_search',
  title: 'Search the reference of the interface',
  description:
    'Finds calls of the HTTP interface by words of their purpose or by names of fields, such as "void invoice" or ' +
    '"granted_credits". Then read one of them with `call_reference`.',
  input: { query: named('Words in English, or the name of a field') },
  calls: [],
  answer: async ({ query }, { reference }) => ({ calls: await reference.find(query, mostFound) }),
});
