import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { agentFormPdf } from '../../../functions/site/agent-form-pdf.ts';
import { agentFormParts } from '../../../functions/site/agent-form-words.ts';
import { site } from '../../../shared/contracts/site.ts';
import { call } from '../../support/call.ts';
import { defined } from '../../support/defined.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let file: string;
beforeAll(async () => {
  file = Buffer.from(await agentFormPdf()).toString('latin1');
});

const objectOf = (number: string) =>
  defined(defined(new RegExp(`\\n${number} 0 obj\\n([\\s\\S]*?)\\nendobj`).exec(file))[1]);

function fields(): Map<string, string> {
  const [, form] = defined(/\/AcroForm (\d+) 0 R/.exec(file));
  const [, list] = defined(/\/Fields \[([^\]]*)\]/.exec(objectOf(defined(form))));
  const objects = [...defined(list).matchAll(/(\d+) 0 R/g)].map(([, number]) => objectOf(defined(number)));
  return new Map(objects.map((object) => [defined(defined(/\/T \(([^)]*)\)/.exec(object))[1]), object]));
}

const lines = agentFormParts.flatMap((part) => part.fields ?? []);
const choices = agentFormParts.flatMap((part) => part.choices ?? []);

describe('the authorized agent designation form', () => {
  test('has a field for every line and a checkbox for every choice', () => {
    expect([...fields().keys()].sort()).toEqual([...lines, ...choices].map(({ name }) => name).sort());
    for (const { name } of lines) expect(fields().get(name)).toContain('/FT /Tx');
    for (const { name } of choices) expect(fields().get(name)).toContain('/FT /Btn');
    expect(choices).toHaveLength(8);
  });

  test('requires only the necessary fields', () => {
    const required = ({ name }: { name: string }) => /\/Ff 2\b/.test(defined(fields().get(name)));
    expect(lines.filter(required)).toEqual(lines.filter(({ optional }) => !optional));
    expect(lines.filter(({ optional }) => optional).map(({ name }) => name)).toEqual([
      'your-partner',
      'agent-contact',
      'valid-until',
    ]);
  });

  test('provides labels to screen readers in page order', () => {
    for (const { name, label } of choices) expect(fields().get(name)).toContain(`/TU (${label})`);
    for (const object of fields().values()) {
      expect(object).toMatch(/\/TU [(<]/);
      expect(object).toMatch(/\/StructParent \d+/);
    }
    expect(file).toContain('/Lang (en-US)');
    expect(file).toContain('/Tabs /S');
    expect(file.match(/\/Type \/OBJR/g)).toHaveLength(fields().size);
  });

  test('shows checked boxes in every PDF viewer', () => {
    const [, on, off] = defined(
      /\/Yes (\d+) 0 R\s+\/Off (\d+) 0 R/.exec(defined(fields().get('may-delete'))),
    );
    expect(objectOf(defined(on))).toContain('/Subtype /Form');
    expect(objectOf(defined(on))).not.toBe(objectOf(defined(off)));
    expect(fields().get('may-delete')).toContain('/AS /Off');
  });

  test('is byte-for-byte reproducible', async () => {
    const first = sha256(await agentFormPdf());
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(sha256(await agentFormPdf())).toBe(first);
  });

  test('can be downloaded under its name without a login', async () => {
    const { status, headers, bytes } = await call(site.authorizedAgentDesignationForm, undefined);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toContain('filename="authorized-agent-designation-form.pdf"');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(sha256(bytes)).toBe(sha256(Buffer.from(file, 'latin1')));
  });
});
