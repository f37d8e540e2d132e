import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ReviewBox } from '../../web/bank-files/Approval.tsx';

it('separates the reasons for a second administrator from what is reviewed before sending', () => {
  const html = renderToStaticMarkup(
    createElement(ReviewBox, {
      approval: {
        reasons: ['An account is used for the first time.'],
        needsNote: false,
        requestedByName: null,
        isRequestedByCaller: false,
        note: null,
      },
      warnings: ['9 names shortened to 22 letters.'],
    }),
  );
  const lists = [...html.matchAll(/<ul.*?<\/ul>/g)].map(([list]) => list.replaceAll(/<[^>]+>/g, ''));
  expect(lists).toEqual(['An account is used for the first time.', '9 names shortened to 22 letters.']);
  expect(html).toMatch(/Two administrators must confirm this file.*Review before sending/);
});
