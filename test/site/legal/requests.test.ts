import { expect, test } from 'vitest';
import { piecesOf } from '../../../web/site/legal/InlineText.tsx';
import {
  requestFormAddress,
  messageAddress,
  requestKinds,
} from '../../../web/site/legal/DataPrivacyRequestPage.tsx';
import { defined } from '../../support/defined.ts';

test('parses links and strong text, and leaves other text unchanged', () => {
  expect(piecesOf('Reply **STOP** or [write](mailto:a@b.example).')).toEqual([
    { kind: 'text', words: 'Reply ' },
    { kind: 'strong', words: 'STOP' },
    { kind: 'text', words: ' or ' },
    { kind: 'link', words: 'write', target: 'mailto:a@b.example' },
    { kind: 'text', words: '.' },
  ]);
  expect(piecesOf('2 * 3 [sic] (so)')).toEqual([{ kind: 'text', words: '2 * 3 [sic] (so)' }]);
});

test('uses the subject in the notice for a request by email', () => {
  expect(requestKinds.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['NO SNAIL MAIL', 'Appeal']),
  );
  const address = new URL(messageAddress(defined(requestKinds.at(-1))));
  expect(address.searchParams.get('subject')).toBe('Appeal');
  expect(address.searchParams.get('body')).toContain('My name:');
});

test('embeds only a complete https address of another site as the request form', () => {
  const own = 'https://wellport.example';
  expect(requestFormAddress('https://forms.example/w?id=1', own)).toBe('https://forms.example/w?id=1');
  for (const address of [
    undefined,
    '',
    'forms.example',
    'http://forms.example',
    'javascript:alert(1)',
    'https://me:secret@forms.example',
    'https://wellport.example/privacy',
  ])
    expect(requestFormAddress(address, own)).toBe(undefined);
});
