import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { erasePerson, previewErasure } from '../../functions/privacy/erase-person-store.ts';
import { personFiles } from '../../functions/privacy/person-files.ts';
import { Refusal } from '../../shared/refusal.ts';
import { UserError } from '../local/tools/user-error.ts';

/** Shows refusals of the portal's rules without a stack. */
const withoutStack = async (run: () => Promise<string>): Promise<string> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal) throw new UserError(error.message, { cause: error });
    throw error;
  }
};

/** Writes all data of a person into a folder and returns the list of files. */
export const exportPerson = (named: string, folder: string, now: Date): Promise<string> =>
  withoutStack(async () => {
    const { personName, files } = await personFiles(named, 'operator', now);
    const into = join(folder, personName.replaceAll(/[^\w.@-]/g, '_'));
    await mkdir(into, { recursive: true });
    for (const { name, bytes } of files) await writeFile(join(into, name), bytes);
    return [`All data of ${personName} is in ${into}:`, ...files.map(({ name }) => `  ${name}`)].join('\n');
  });

/** Erases a former member, unless it is a dry run, and returns what is erased and what remains. */
export const erasePersonNow = (named: string, now: Date, { dryRun } = { dryRun: false }): Promise<string> =>
  withoutStack(async () => {
    const { erased, retained } = dryRun
      ? await previewErasure(named, now)
      : await erasePerson(named, 'operator', now);
    return [erased, 'Retained records:', ...retained.map((line) => `  ${line}`)].join('\n');
  });
