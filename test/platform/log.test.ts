import { describe, expect, it } from 'vitest';
import { errorFields } from '../../functions/platform/log.ts';

const detailOf = (message: string, ...frames: string[]): string => {
  const error = new Error(message);
  error.stack = [`Error: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n');
  return String(errorFields(error).detail);
};

describe('an error in the log', () => {
  it('contains no address or long number of its message', () => {
    const detail = detailOf('account 000123456789 of robin.member@wellport.test, <a.b@c.example>');
    expect(detail).not.toMatch(/123456789|robin|wellport|a\.b@c/);
    expect(detail).toContain('account ##### of (email), <(email)>');
  });

  it('contains the files of its stack with line and column, so that a source map can resolve them', () => {
    const frames = [
      'handler (file:///var/task/index.mjs:85:123456)',
      'send (/var/task/node_modules/@aws-sdk/client-dynamodb/dist-es/client.js:12:7)',
    ];
    const detail = detailOf('broken', ...frames);
    for (const frame of frames) expect(detail).toContain(frame);
  });
});
