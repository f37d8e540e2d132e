import { describe, expect, test } from 'vitest';
import { readMultipart } from '../../functions/platform/multipart.ts';
import { Refusal } from '../../shared/refusal.ts';
import { defined } from '../support/defined.ts';

async function sent(form: FormData) {
  const response = new Response(form);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { bytes, type: defined(response.headers.get('content-type')) };
}

function example(): FormData {
  const form = new FormData();
  form.append('partnerId', 'ptr_1');
  form.append('note', 'Zoë\r\n"quoted"');
  form.append(
    'file',
    new File([new Uint8Array([0, 255, 13, 10, 45, 45])], 'people ü.xlsx', { type: 'application/x' }),
  );
  return form;
}

describe('a form', () => {
  const expected = {
    fields: { partnerId: 'ptr_1', note: 'Zoë\r\n"quoted"' },
    files: {
      file: { name: 'people ü.xlsx', type: 'application/x', bytes: new Uint8Array([0, 255, 13, 10, 45, 45]) },
    },
  };

  test('is parsed from base64, as API Gateway sends bytes', async () => {
    const { bytes, type } = await sent(example());
    expect(await readMultipart(bytes.toString('base64'), true, type)).toEqual(expected);
  });

  test('is parsed from bytes', async () => {
    const { bytes, type } = await sent(example());
    expect(await readMultipart(bytes, false, type)).toEqual(expected);
  });

  test('is parsed from text', async () => {
    const form = new FormData();
    form.append('name', 'Łukasz');
    const { bytes, type } = await sent(form);
    expect(await readMultipart(bytes.toString('utf8'), false, type)).toEqual({
      fields: { name: 'Łukasz' },
      files: {},
    });
  });

  test('uses only the last part of a file’s path', async () => {
    for (const path of ['../../etc/people.xlsx', String.raw`C:\Users\Ann\people.xlsx`]) {
      const form = new FormData();
      form.append('file', new File(['x'], path));
      const { bytes, type } = await sent(form);
      expect((await readMultipart(bytes, false, type)).files.file?.name).toBe('people.xlsx');
    }
  });

  test('shortens a file name to 200 whole characters and preserves its extension', async () => {
    const form = new FormData();
    form.append('file', new File(['1'], `${'\u{1f600}'.repeat(250_000)}.xlsx`));
    const { bytes, type } = await sent(form);
    const { name = '' } = (await readMultipart(bytes, false, type)).files.file ?? {};
    expect(name.length).toBeLessThanOrEqual(200);
    expect(name).toMatch(/\.xlsx$/);
  });

  test('accepts fields with the names of object properties', async () => {
    const form = new FormData();
    form.append('__proto__', 'a');
    const { bytes, type } = await sent(form);
    expect(Object.entries((await readMultipart(bytes, false, type)).fields)).toEqual([['__proto__', 'a']]);
    expect((await readMultipart(bytes, false, type)).fields.constructor).toBeUndefined();
  });
});

const refused = async (body: string | Buffer, type: string | undefined) => {
  const error: unknown = await readMultipart(body, false, type).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(Refusal);
  expect((error as Refusal).code).toBe('invalid');
  return (error as Refusal).message;
};

describe('a form is refused', () => {
  test('for another content type', async () => {
    expect(await refused('{}', 'application/json')).toBe('Send the file as a form.');
    expect(await refused('a=b', 'application/x-www-form-urlencoded')).toBe('Send the file as a form.');
    expect(await refused('', undefined)).toBe('Send the file as a form.');
  });

  test('for an invalid body', async () => {
    const { bytes, type } = await sent(example());
    const message = 'The upload was incomplete. Try again.';
    expect(await refused(bytes.subarray(0, bytes.length - 20), type)).toBe(message);
    expect(await refused('', type)).toBe(message);
    expect(await refused(bytes, 'multipart/form-data; boundary=other')).toBe(message);
    expect(await refused(bytes, 'multipart/form-data; charset=utf-8')).toBe(message);
    expect(await refused(bytes, 'multipart/form-data; boundary="bad\r\nheader: x"')).toBe(message);
  });

  test('for a duplicate field', async () => {
    const form = example();
    form.append('partnerId', 'ptr_2');
    const { bytes, type } = await sent(form);
    expect(await refused(bytes, type)).toMatch(/contains a field twice/);
  });

  test('for too many parts', async () => {
    const part = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n';
    expect(await refused(`${part.repeat(50_000)}--b--`, 'multipart/form-data; boundary=b')).toMatch(/twice/);
  });
});
