import { beforeAll, expect, it } from 'vitest';
import { site } from '../../../shared/contracts/site.ts';
import { call } from '../../support/call.ts';
import { defined } from '../../support/defined.ts';

let response: Awaited<ReturnType<typeof call>>;
let file: string;
beforeAll(async () => {
  response = await call(site.authorizedAgentDesignationForm, undefined);
  file = Buffer.from(response.bytes).toString('latin1');
});

const objectOf = (number: string) =>
  defined(defined(new RegExp(`\\n${number} 0 obj\\n([\\s\\S]*?)\\nendobj`).exec(file))[1]);

function fields(): Map<string, string> {
  const [, form] = defined(/\/AcroForm (\d+) 0 R/.exec(file));
  const [, list] = defined(/\/Fields \[([^\]]*)\]/.exec(objectOf(defined(form))));
  const objects = [...defined(list).matchAll(/(\d+) 0 R/g)].map(([, number]) => objectOf(defined(number)));
  return new Map(objects.map((object) => [defined(defined(/\/T \(([^)]*)\)/.exec(object))[1]), object]));
}
const namesOf = (pattern: RegExp) =>
  [...fields()].flatMap(([name, object]) => (pattern.test(object) ? [name] : []));

it('is downloaded under its name without a login', () => {
  expect(response.status).toBe(200);
  expect(response.headers['content-type']).toBe('application/pdf');
  expect(response.headers['content-disposition']).toContain(
    'filename="authorized-agent-designation-form.pdf"',
  );
  expect(file.slice(0, 5)).toBe('%PDF-');
});

it('has fields of which only the necessary ones are required, and a checkbox for each permission', () => {
  const texts = namesOf(/\/FT \/Tx/);
  const required = new Set(namesOf(/\/Ff 2\b/));
  expect(texts).toHaveLength(18);
  expect(texts.filter((name) => !required.has(name))).toEqual([
    'your-partner',
    'agent-contact',
    'valid-until',
  ]);
  expect(namesOf(/\/FT \/Btn/)).toHaveLength(8);
});

it('provides labels to screen readers in page order', () => {
  for (const object of fields().values()) {
    expect(object).toMatch(/\/TU [(<]/);
    expect(object).toMatch(/\/StructParent \d+/);
  }
  expect(fields().get('may-delete')).toContain('/TU (Delete my information)');
  expect(file).toContain('/Lang (en-US)');
  expect(file).toContain('/Tabs /S');
  expect(file.match(/\/Type \/OBJR/g)).toHaveLength(fields().size);
});

it('shows checked boxes in every PDF viewer', () => {
  const [, on, off] = defined(/\/Yes (\d+) 0 R\s+\/Off (\d+) 0 R/.exec(defined(fields().get('may-delete'))));
  expect(objectOf(defined(on))).toContain('/Subtype /Form');
  expect(objectOf(defined(on))).not.toBe(objectOf(defined(off)));
  expect(fields().get('may-delete')).toContain('/AS /Off');
});
