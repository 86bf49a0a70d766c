import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commentsOf } from './comments.mjs';
import { findingsIn } from './prose.mjs';
import { dialectWords, hiddenActor, longSentence, maxWords } from './rules.mjs';
import { isRead } from './scope.mjs';
import { code, wordsOf } from './sentences.mjs';

const words = (count) => Array.from({ length: count }, () => 'word').join(' ');
const found = async (path, text) =>
  (await findingsIn(path, text)).map(({ line, column, message }) => `${line}:${column} ${message.split(/[:;]/)[0]}`);

describe('a sentence', () => {
  it('has at most 25 words', () => {
    assert.deepEqual(longSentence(words(maxWords)), []);
    assert.match(longSentence(words(maxWords + 1))[0].message, /^26 words/);
  });

  it('counts a list of code as one word, and no code after a colon', () => {
    assert.equal(wordsOf(`${code}, ${code} and ${code} read it`).length, 3);
    assert.equal(wordsOf(`It has three folders: ${code}, then ${code}`).length, 5);
  });

  it('does not begin with a clause, unless it is a question', () => {
    assert.equal(hiddenActor('What is read again and again is refreshed.').length, 1);
    assert.equal(hiddenActor('Of whom nothing is known, nothing is billed.').length, 1);
    assert.deepEqual(hiddenActor('Who owns what?'), []);
    assert.deepEqual(hiddenActor('The job reads what is due.'), []);
  });
});

describe('words of the dialect', () => {
  const reported = (sentence) => dialectWords(sentence).map(({ message }) => message.split(':')[0]);

  it('are reported with their replacement', () => {
    assert.match(dialectWords('It is read anew.')[0].message, /^"anew": say "again"/);
    assert.deepEqual(reported('Nobody is told; organizations take turns.'), ['"Nobody"', '"told"', '"take turns"']);
    assert.deepEqual(reported('Taxes are others while the service is away.'), ['"are others"', '"is away"']);
    assert.deepEqual(reported('Beside the upload it stores a picture.'), ['"Beside"']);
  });

  it('leave right English alone', () => {
    assert.deepEqual(reported('It looks up rates on demand; work is given up, half away from zero.'), []);
    assert.deepEqual(reported('Given that it keeps failing, look for the cause beside it; turn traces on.'), []);
  });
});

describe('documents', () => {
  it('have findings at their place in the source', async () => {
    assert.deepEqual(await found('a.md', '# A\n\nFine.\n* Read `x`\n  anew.\n'), ['5:3 "anew"']);
  });

  it('exclude headings, tables, code, addresses and citations', async () => {
    const text = `# Anew ${words(30)}\n\n| anew |\n|---|\n| ${words(30)} |\n\n\`\`\`\nanew\n\`\`\`\n\nIt is \`anew\`.\n`;
    assert.deepEqual(await found('a.md', text), []);
    assert.deepEqual(await found('a.md', `${words(24)} https://a.example/anew (metering, section 2.4).`), []);
  });
});

describe('comments', () => {
  it('are found beside strings, templates and regular expressions', () => {
    const source = 'const a = "// x" + `${b /* 1 */ + `// y`} // z` + /[/]\\/*"/.source; // 2\nf(a) / 2; // 3\n';
    assert.deepEqual(
      commentsOf(source).map(({ start, end }) => source.slice(start, end)),
      ['/* 1 */', '// 2', '// 3'],
    );
  });

  it('join their lines, and have findings at their place in the source', async () => {
    assert.deepEqual(await found('a.ts', `// ${words(20)}\n// ${words(5)}.\n`), []);
    assert.deepEqual(await found('a.ts', `f();\n  // ${words(20)}\n  // ${words(6)}.\n`), ['2:6 26 words']);
    assert.deepEqual(await found('a.ts', '/**\n * One line.\n * It is read\n * anew.\n */\n'), ['4:4 "anew"']);
    assert.deepEqual(await found('a.mjs', '/** It is read anew. */\n'), ['1:16 "anew"']);
  });

  it('end at code, paragraphs, list items and tags', async () => {
    const half = words(15);
    for (const between of ['\n *\n *', '\n * -', '\n * @returns', ' @param anew'])
      assert.deepEqual(await found('a.ts', `/**\n * ${half}${between} ${half}\n */\n`), [], between);
    assert.deepEqual(await found('a.ts', `// ${half}\nf();\n// ${half}\n`), []);
    assert.deepEqual(await found('a.ts', `// ${half}\n//   npm run anew\n`), []);
    assert.deepEqual(await found('a.mjs', `// npm run x -- [--all]\n// ${words(24)}.\n`), []);
  });

  it('exclude directives', async () => {
    assert.deepEqual(await found('a.ts', '// eslint-disable-next-line anew\n// @ts-expect-error anew\n'), []);
  });
});

describe('texts for people', () => {
  it('are found in pages, errors, calls and properties', async () => {
    const page = 'export const A = () => <p title={t`Nobody knows`}>What is left</p>;\n';
    assert.deepEqual(await found('libs/a/src/a.tsx', page), ['1:36 "Nobody"', '1:51 "What is left"']);
    const error = "throw new Unavailable(`${service} is away, try again`, 'was asked');\n";
    assert.deepEqual(await found('libs/a/src/a.ts', error), ['1:35 "is away"', '1:61 "asked"']);
    assert.deepEqual(await found('libs/a/src/a.ts', "const a = { rate: ['Least rate of a tax'] };\n"), [
      '1:21 "Least"',
    ]);
  });

  it('are found in catalogs and alerts', async () => {
    const catalog = 'msgid "Taxes stand here: all of them."\nmsgstr "Nobody"\n';
    assert.deepEqual(await found('apps/console/src/locales/en.po', catalog), ['1:14 "stand here"']);
    const alerts = '  summary: "A process is away ({{ $labels.asked }})"\n';
    assert.deepEqual(await found('deploy/monitoring/alerts.yml', alerts), ['1:23 "is away"']);
  });

  it('exclude codes, statements, other languages, tests and code within texts', async () => {
    const source = "f('asked', 'select asked from a', { fr: 'il a got faim' }, 'at least one `away or` name');\n";
    assert.deepEqual(await found('libs/a/src/a.ts', source), []);
    assert.deepEqual(await found('libs/a/src/a.spec.ts', "f('nobody is told');\n"), []);
  });

  it('have comments that the linter reads, too', async () => {
    const page = "/** Read anew. */\nconst A = () => <p>{a} It's // fine {/* told */ b}</p>;\n";
    assert.deepEqual(await found('apps/a/src/a.tsx', page), ['1:10 "anew"', '2:41 "told"']);
  });
});

describe('the linter', () => {
  it('reads documents and code, without given text', () => {
    for (const path of [
      'README.md',
      'libs/wallet/README.md',
      'libs/wallet/src/a.ts',
      'apps/wallet/src/main.ts',
      'apps/console/src/a.tsx',
    ])
      assert.ok(isRead(path), path);
    for (const path of ['docs/reference/specification.md', 'CHANGELOG.md', 'package.json', 'eslint.config.mjs'])
      assert.ok(!isRead(path), path);
  });
});
