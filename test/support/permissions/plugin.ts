import type { Plugin } from 'vitest/config';
import { handlersIn } from '../../../infra/build/handler-sources.ts';

const recorder = "globalThis[Symbol.for('wellport.rights')]";

/**
 * Functions that need no AWS locally, by file, with the IAM requests that they make on AWS; their arguments are in
 * scope. Loading fails if a file no longer has one of them.
 */
const standIns: Record<string, Record<string, string>> = {
  'platform/secrets.ts': { secrets: 'needs.secrets()' },
  'platform/vault.ts': {
    newDataKey: `needs.kms('GenerateDataKey', { payee })`,
    unwrap: `needs.kms('Decrypt', { payee })`,
    lookAtVaultKey: `needs.kms('DescribeKey')`,
  },
  'platform/queue.ts': { enqueue: 'needs.queueOf(kind)', setAside: `needs.queue('failed jobs')` },
  'platform/sender-state.ts': {
    senderState: `...needs.ses('GetEmailIdentity'), ...needs.ses('GetAccount')`,
  },
  // the signer's permission applies
  'platform/files.ts': { downloadAddress: `needs.file('GetObject', bucket, name)` },
};

/** Job steps and their stand-ins use the worker's role; code before them has no role. */
const jobFiles: Record<string, Record<string, string>> = {
  'jobs/take-steps.ts': {
    claimStep: 'recorder.asJob(given[0].kind, work)(...given)',
    takeStep: 'recorder.asJob(given[1].kind, work)(...given)',
    noteFailure: 'recorder.asJob(given[1].kind, work)(...given)',
    giveUpJob: 'recorder.asJob(given[1].kind, work)(...given)',
  },
};

function replaced(code: string, file: string, pattern: RegExp, by: string): string {
  if (!pattern.test(code))
    throw new Error(
      `functions/${file} has no ${pattern.source}: say in test/support/permissions/plugin.ts what it needs`,
    );
  return code.replace(pattern, by);
}

/** A first statement for the body of a function. */
const noting = (code: string, file: string, name: string, needs: string): string =>
  replaced(
    code,
    file,
    new RegExp(`^((?:export )?async function ${name}\\([\\s\\S]*?\\{)$`, 'm'),
    `$1 { const { note, needs } = ${recorder} ?? {}; note?.(${needs}); }`,
  );

/** A function around another of the same name. */
const around = (code: string, file: string, name: string, call: string): string =>
  replaced(
    code,
    file,
    new RegExp(`^async function ${name}\\(`, 'm'),
    `function ${name}(...given) { const recorder = ${recorder}, work = ${name}_; return recorder ? ${call} : work(...given); } async function ${name}_(`,
  );

/** The one worker of this machine, which a handler's message may have woken, has no role of its own. */
const asNobody = (code: string, file: string): string =>
  file === 'workers/job-runner.ts'
    ? replaced(
        code,
        file,
        /takeSteps\((jobKinds, jobId, timeLeft)\)/,
        `(${recorder}?.asNobody ?? ((work) => work()))(() => takeSteps($1))`,
      )
    : code;

/** Handlers under their own names; a file of `functions` without one stays as it is. */
function named(code: string, file: string): string {
  const handlers = handlersIn(`functions/${file}`, code);
  if (handlers.length === 0) return code;
  const inner = code.replaceAll(/^export ((?:const|async function) \w+Handler)\b/gm, '$1_');
  const exported = handlers.map(
    ([role, name]) => `export const ${name} = ${recorder}?.asRole('${role}', ${name}_) ?? ${name}_;\n`,
  );
  return `${inner}\n${exported.join('')}`;
}

/** Lets handlers under test run under their names, so that what they use is noted as theirs (record.ts). */
export const rightsPlugin: Plugin = {
  name: 'rights',
  enforce: 'pre',
  transform(code, id) {
    const file = /\/functions\/([\w/-]+\.ts)$/.exec(id.split('?')[0] ?? '')?.[1];
    if (!file) return undefined;
    let text = code;
    for (const [name, needs] of Object.entries(standIns[file] ?? {})) text = noting(text, file, name, needs);
    for (const [name, call] of Object.entries(jobFiles[file] ?? {})) text = around(text, file, name, call);
    text = named(asNobody(text, file), file);
    return text === code ? undefined : { code: text, map: null };
  },
};
