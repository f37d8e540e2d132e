import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { Entity } from '../../functions/table/entity.ts';
import { contractLines, shape } from '../../infra/build/contract-lines.ts';
import { endpoints } from '../../shared/contracts/all.ts';

// Stored copies of all names and values that clients and stored data rely on. After an intended change, update them with
// `npm test -- test/architecture/contract.test.ts -u`, and review the difference.

const entities = vi.hoisted((): Entity[] => []);
vi.mock('../../functions/table/entity.ts', async (loadOriginal) => ({
  ...(await loadOriginal<object>()),
  entity: (declaration: Entity) => {
    entities.push(declaration);
    return declaration;
  },
}));

it('keeps the names, types, and values of every request and response', async () => {
  await expect(`${contractLines(endpoints).join('\n')}\n`).toMatchFileSnapshot('wire-contract.txt');
});

it('keeps the names, types, and values of every stored record', async () => {
  const stores = globSync('functions/**/*.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('entity({'),
  );
  for (const file of stores) await import(pathToFileURL(resolve(file)).href);
  const lines = entities.flatMap(({ name, schema }) => {
    const document: object = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' });
    return shape(name, document);
  });
  await expect(`${[...new Set(lines)].toSorted().join('\n')}\n`).toMatchFileSnapshot('stored-records.txt');
});
